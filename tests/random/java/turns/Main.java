package turns;

/** Main FROM TO: runs the programs of these numbers, up to before the second, one after the other. */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    new Turns().await(0);
    for (int i = Integer.parseInt(args[0]); i < Integer.parseInt(args[1]); i++) {
      Class.forName("p" + i + ".Main").getMethod("run").invoke(null);
    }
    System.out.println("done");
  }
}
