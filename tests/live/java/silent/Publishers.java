package silent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import support.Check;

/** Items submitted to a SubmissionPublisher, consumed by a subscriber that keeps plain state. */
public class Publishers {
  static final class Item {
    int value;
  }

  static final class Summing implements Flow.Subscriber<Item> {
    private Flow.Subscription subscription;
    int sum;
    final CountDownLatch done = new CountDownLatch(1);

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      subscription.request(1);
    }

    @Override
    public void onNext(Item item) {
      sum += item.value++;
      subscription.request(1);
    }

    @Override
    public void onError(Throwable problem) {
      problem.printStackTrace();
    }

    @Override
    public void onComplete() {
      done.countDown();
    }
  }

  public static void main(String[] args) throws Exception {
    Summing summing = new Summing();
    try (SubmissionPublisher<Item> publisher = new SubmissionPublisher<>()) {
      publisher.subscribe(summing);
      for (int i = 1; i <= 20; i++) {
        Item item = new Item();
        item.value = i;
        publisher.submit(item);
      }
    }
    summing.done.await();
    Check.result(210, summing.sum);
  }
}
