package nests;

/** Nest mates call each other's private methods with invokevirtual. */
public class Host {
  private int secret;

  private String whisper() { return "Host" + secret; }

  public static class Member extends Host {
    private String whisper() { return "Member"; }

    public String ask(Host host) { return host.whisper() + whisper(); }
  }

  public Runnable task() {
    return new Runnable() {
      @Override
      public void run() { secret++; }
    };
  }
}
