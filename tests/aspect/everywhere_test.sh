# shellcheck shell=bash
# everywhere_test.sh JDK: with advice at every place of the programs of tests/live, of every kind, all their classes link under
# the full verifier, and programs print what they print without.
# shellcheck source=aspects.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/aspects.sh"
cd "$scratch"
programs=$(dirname -- "$RADDLE")/../java/live_programs.jar
mkdir source
cat >source/EverywhereAspect.java <<'END'
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.AfterThrowing;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.aspectj.lang.annotation.Pointcut;

@Aspect
public class EverywhereAspect {
    private long count;

    @Pointcut("call(* *(..)) || call(new(..)) || execution(* *(..)) || execution(new(..)) || initialization(new(..))"
            + " || get(* *) || set(* *) || handler(*) || staticinitialization(*) || lock() || unlock() || arrayget(*) || arrayset(*)")
    void everywhere() {}

    @Before("everywhere()")
    public void before(JoinPoint point) {
        count += point.getArgs().length;
    }

    @After("everywhere()")
    public void after(JoinPoint.StaticPart place) {
        count++;
    }

    @AfterReturning(pointcut = "everywhere()", returning = "result")
    public void returned(Object result) {
        if (result != null) count++;
    }

    @AfterThrowing(pointcut = "everywhere()", throwing = "problem")
    public void thrown(JoinPoint point, Throwable problem, JoinPoint.EnclosingStaticPart around) {
        count--;
    }
}
END
cat >source/LinkAll.java <<'END'
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

public class LinkAll {
    public static void main(String[] arguments) throws Exception {
        int linked = 0;
        try (JarFile jar = new JarFile(Path.of(arguments[0]).toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (!name.endsWith(".class")) continue;
                name = name.substring(0, name.length() - ".class".length()).replace('/', '.');
                Class.forName(name, false, LinkAll.class.getClassLoader()).getDeclaredMethods(); // verifies it
                linked++;
            }
        }
        System.out.println(linked > 300 ? "all linked" : "only " + linked);
    }
}
END
"$jdk/bin/javac" -g -cp "$annotations" -d aspects source/EverywhereAspect.java
"$jdk/bin/javac" -d tools source/LinkAll.java
expect_ok "$RADDLE" weave --aspects aspects -cp "$programs" -o woven.jar
read -r with _ all _ <<<"$out"
[[ $with == "$all" && $all -gt 300 ]] || fail "not every class has advice: $out"
run timeout 100 "$jdk/bin/java" -Xverify:all -cp woven.jar:tools LinkAll woven.jar
[[ $status == 0 && $out == 'all linked' ]] || fail "linking: $status $out $err"

for name in silent.Adders silent.Barriers silent.BoundedBuffer silent.CompletableFutures silent.Conditions silent.Exchangers \
  object.Elevator object.MetaCrawler object.Tsp views.RemoteAgent deadlock.WaitsInside deadlock.Harmless paper.RollerCoaster; do
  run timeout 60 "$jdk/bin/java" -cp "$programs" "$name"
  plain=$status$out
  run timeout 100 "$jdk/bin/java" -Xverify:all -cp woven.jar "$name"
  [[ $status$out == "$plain" ]] || fail "$name: '$status$out' with advice, '$plain' without: $err"
done
done_testing
