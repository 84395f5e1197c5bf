package dispatch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Asks the real JVM what the C++ side asks the hierarchy. One question a line, one answer a line. */
public final class Driver {
  private Driver() {}

  public static void main(String[] arguments) throws Exception {
    StringBuilder answers = new StringBuilder();
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      answers.append(answer(List.of(line.split(" ")))).append('\n');
    }
    System.out.print(answers);
  }

  private static String answer(List<String> question) {
    try {
      return switch (question.get(0)) {
        case "subtype" -> String.valueOf(load(question.get(2)).isAssignableFrom(load(question.get(1))));
        case "call" -> call(question.get(1), question.get(2), question.get(3));
        default -> "what?";
      };
    } catch (InvocationTargetException e) {
      return e.getCause().getClass().getSimpleName();
    } catch (ReflectiveOperationException | LinkageError e) {
      return "driver failed: " + e;
    }
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name);
  }

  /** Calls the static method of that class, giving it a new object of the receiver's class. */
  private static String call(String owner, String method, String receiver) throws ReflectiveOperationException {
    Object object = load(receiver).getConstructor().newInstance();
    Method found = load(owner).getMethod(method, Object.class);
    return (String) found.invoke(null, object);
  }
}
