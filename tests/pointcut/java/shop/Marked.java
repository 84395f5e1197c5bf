package shop;

import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A mark that subclasses inherit. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
public @interface Marked {}
