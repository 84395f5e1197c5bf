# shellcheck shell=bash
# run_test.sh JDK: each case, woven as its classes are loaded, prints the same as woven ahead of time; with detectors and
# without, with the aspects' types known and not, in loaders of its own.
# shellcheck source=aspects.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/aspects.sh"
cd "$scratch"
for folder in "$cases"/*/; do
  name=$(basename -- "$folder")
  compile "$name"
  run timeout 100 "$RADDLE" run --quiet --aspects "$name/aspects.jar" -- "$jdk/bin/java" -Xverify:all -cp "$name/program" "$name.Main"
  [[ $status == 0 && $err == 'no findings' ]] || fail "$name gave status $status: $err"
  [[ $out == "$(<"$expected/$name.txt")" ]] || fail "$name: $(diff <(printf '%s\n' "$out") "$expected/$name.txt")"
done

# Where another command starts the JVM, and aspectjrt.jar is on the program's path too.
printf '#!/bin/sh\nexec "%s" -cp locks/program:%s locks.Main\n' "$jdk/bin/java" "$annotations" >script
chmod +x script
run timeout 100 "$RADDLE" run --quiet --aspects locks/aspects.jar -- ./script
[[ $out == "$(<"$expected/locks.txt")" ]] || fail "in a script: $out $err"

# A loader of the program's own, whose classes nobody has seen before.
mkdir loader
cat >loader/Apart.java <<'END'
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

public class Apart {
    public static void main(String[] arguments) throws Exception {
        URL[] path = {Path.of(arguments[0]).toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path)) {
            loader.loadClass(arguments[1]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }
}
END
cat >loader/CountAspect.java <<'END'
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

@Aspect
public class CountAspect {
    @Before("call(* calls.Account+.deposit(..)) && target(account)")
    public void deposits(Object account) {
        System.out.println("advice: " + account.getClass().getSimpleName());
    }
}
END
"$jdk/bin/javac" -g -cp "$annotations" -d loader/aspects loader/CountAspect.java
"$jdk/bin/javac" -g -d loader/program loader/Apart.java
run timeout 100 "$RADDLE" run --quiet --aspects loader/aspects -- "$jdk/bin/java" -cp loader/program Apart calls/program calls.Main
[[ $status == 0 ]] || fail "a loader of its own: $status $err"
[[ $(grep -c '^advice: ' <<<"$out") == 2 ]] || fail "a loader of its own: $out"
expect_in 'advice: Savings' "$out"
done_testing
