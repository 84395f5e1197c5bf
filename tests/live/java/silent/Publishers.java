package silent;

import java.util.concurrent.CompletableFuture;
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
    for (int round = 0; round < 10; round++) consumeInTurns();
  }

  static int consumed;

  /** Each time the consumer has caught up it ends; the next item starts it anew, maybe in another thread. */
  private static void consumeInTurns() throws Exception {
    consumed = 0;
    CompletableFuture<Void> done;
    try (SubmissionPublisher<Item> publisher = new SubmissionPublisher<>()) {
      done = publisher.consume(item -> consumed += item.value);
      for (int i = 0; i < 100; i++) {
        Item item = new Item();
        item.value = 1;
        publisher.submit(item);
      }
    }
    done.get();
    Check.same(100, consumed);
  }
}
