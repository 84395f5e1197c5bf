package check;

import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/** A publisher's threads call its subscribers, each subscriber one call after the other. */
public class Subscribers {
  static class Message {
    int value;

    Message(int value) {
      this.value = value;
    }
  }

  static class Kept {
    int value; // expect: check.Subscribers$Kept.value
  }

  static class Total {
    int sum; // expect: check.Subscribers$Total.sum
  }

  static class Adder implements Flow.Subscriber<Message> {
    private final Total total;
    private Flow.Subscription subscription;
    private int received;

    Adder(Total total) {
      this.total = total;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      this.subscription = subscription;
      received = 0;
      subscription.request(1);
    }

    @Override
    public void onNext(Message message) {
      received++;
      total.sum += message.value;
      message.value = 0;
      subscription.request(1);
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {
      received = 0;
    }
  }

  public static void main(String[] args) {
    Total total = new Total();
    SubmissionPublisher<Message> messages = new SubmissionPublisher<>();
    messages.subscribe(new Adder(total));
    for (int i = 0; i < 3; i++) messages.submit(new Message(i));
    System.out.println(total.sum);

    SubmissionPublisher<Kept> kept = new SubmissionPublisher<>();
    kept.consume(each -> each.value++);
    Kept mine = new Kept();
    kept.submit(mine);
    mine.value++;
  }
}
