# shellcheck shell=bash
# weave_test.sh JDK: each case, woven ahead of time, prints what is expected under the full verifier.
# shellcheck source=aspects.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/aspects.sh"

for folder in "$cases"/*/; do
  name=$(basename -- "$folder")
  compile "$name"
  expect_ok "$RADDLE" weave --aspects "$scratch/$name/aspects.jar" -cp "$scratch/$name/program" -o "$scratch/$name/woven.jar"
  run timeout 60 "$jdk/bin/java" -Xverify:all -cp "$scratch/$name/woven.jar" "$name.Main"
  [[ $status == 0 ]] || fail "$name gave status $status: $err"
  expect_same "$expected/$name.txt" "$out${err:+$'\n'$err}"
done

# What has no advice comes out as it was, to the byte: classes, resources, and all of it where nothing matches.
cd "$scratch"
mkdir -p nothing
cat >nothing/NothingAspect.java <<'END'
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

@Aspect
public class NothingAspect {
    @Before("call(* calls.Account.balance()) && within(elsewhere..*)")
    public void never() {}
}
END
"$jdk/bin/javac" -g -cp "$annotations" -d nothing/aspects nothing/NothingAspect.java
printf 'text\n' >calls/program/resource.txt
expect_ok "$RADDLE" weave --aspects nothing/aspects -cp calls/program -o nothing/woven
[[ $out == '0 of 4 classes have advice, at 0 places' ]] || fail "nothing: $out"
while read -r file; do
  cmp "calls/program/$file" "nothing/woven/$file" || fail "$file is not what it was"
done < <(cd calls/program && find . -type f)
expect_ok "$RADDLE" weave --aspects calls/aspects.jar -cp calls/program -o nothing/calls
cmp calls/program/calls/Account.class nothing/calls/calls/Account.class || fail "a class without advice was changed"
! cmp -s calls/program/calls/Main.class nothing/calls/calls/Main.class || fail "a class with advice was not"

# By type: where the lock cannot be one of these, not even code is added.
cat >nothing/QueueAspect.java <<'END'
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

@Aspect
public class QueueAspect {
    @Before("lock() && args(queue)")
    public void taken(java.util.ArrayDeque<?> queue) {}
}
END
"$jdk/bin/javac" -g -cp "$annotations" -d nothing/queue nothing/QueueAspect.java
expect_ok "$RADDLE" weave --aspects nothing/queue -cp inside/program -o nothing/inside
[[ $out == '0 of 2 classes have advice, at 0 places' ]] || fail "locks of another type: $out"

# A damaged class stays as it is, a line says so, and so does the status; all the rest is written.
cp -r calls/program damaged
head -c 200 calls/program/calls/Main.class >damaged/Damaged.class
run "$RADDLE" weave --aspects calls/aspects.jar -cp damaged -o nothing/damaged
[[ $status == 1 && $err == 'raddle weave: Damaged.class: offset '*': left as it is' ]] || fail "a damaged class: $status, $err"
cmp damaged/Damaged.class nothing/damaged/Damaged.class || fail "a damaged class was changed"
cmp nothing/calls/calls/Main.class nothing/damaged/calls/Main.class || fail "beside a damaged class nothing is woven"

# A stack that overflows among locks leaves none taken, and ends.
mkdir -p overflow
cat >overflow/Deep.java <<'END'
package locks;

public class Deep {
    static int deep(int depth) {
        synchronized (Main.LOCK) {
            return deeper(depth) + 1;
        }
    }

    static synchronized int deeper(int depth) {
        return deep(depth + 1) + 1;
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 10; i++) {
            try {
                deep(0);
            } catch (StackOverflowError e) {
                if (Thread.holdsLock(Main.LOCK) || Thread.holdsLock(Deep.class)) System.out.println("a lock is left");
            }
        }
        System.out.println("ended");
    }
}
END
cat >overflow/CountAspect.java <<'END'
import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

@Aspect
public class CountAspect {
    private volatile int count;

    @Before("(lock() || unlock()) && args(l)")
    public void before(Object l) {
        count++;
    }

    @After("(lock() || unlock()) && args(l)")
    public void after(Object l) {
        count++;
    }
}
END
"$jdk/bin/javac" -cp locks/program -d overflow/program overflow/Deep.java
"$jdk/bin/javac" -g -Xlint:none -cp "$annotations" -d overflow/aspects overflow/CountAspect.java
expect_ok "$RADDLE" weave --aspects overflow/aspects -cp overflow/program:locks/program -o overflow/woven
run timeout 60 "$jdk/bin/java" -Xverify:all -cp overflow/woven locks.Deep
[[ $status == 0 && $out == ended ]] || fail "overflow: status $status, '$out' $err"

# A jar in, a jar out: the manifest stays, signatures go.
mkdir -p jar/META-INF
printf 'Main-Class: calls.Main\n' >jar/manifest
printf 'signed\n' >jar/META-INF/KEY.SF
"$jdk/bin/jar" --create --file jar/app.jar --manifest jar/manifest -C calls/program . -C jar META-INF/KEY.SF
expect_ok "$RADDLE" weave --aspects calls/aspects.jar -cp jar/app.jar -o jar/woven.jar
run "$jdk/bin/java" -jar jar/woven.jar
[[ $status == 0 && $out == "$(<"$expected/calls.txt")" ]] || fail "java -jar: $status $err"
[[ $("$jdk/bin/jar" --list --file jar/woven.jar) != *KEY.SF* ]] || fail 'a signature is left'
done_testing
