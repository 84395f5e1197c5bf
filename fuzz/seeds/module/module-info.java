/** Every directive of a module. */
@Deprecated
open module seeds.module {
  requires transitive java.sql;
  requires static java.desktop;
  uses java.sql.Driver;
  provides java.lang.Runnable with seeds.module.Task;
  exports seeds.module to java.sql, java.desktop;
}
