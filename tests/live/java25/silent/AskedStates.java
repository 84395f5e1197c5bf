package silent;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import support.Check;
import support.Threads;

/** Hand-overs that the other thread asks for: the state of a future, the last element of a collection seen backwards. */
public class AskedStates {
  int number;

  static void poll(Threads.Body signal, Callable<Boolean> question) throws InterruptedException {
    AskedStates it = new AskedStates();
    Threads.together(
        () -> {
          it.number++;
          signal.run();
        },
        () -> {
          while (!question.call()) Thread.onSpinWait();
          it.number++;
        });
    Check.same(2, it.number);
  }

  public static void main(String[] args) throws Exception {
    FutureTask<Integer> task = new FutureTask<>(() -> 1);
    poll(task::run, () -> task.state() == Future.State.SUCCESS);
    CompletableFuture<Integer> failed = new CompletableFuture<>();
    poll(() -> failed.completeExceptionally(new Exception()), () -> failed.state() == Future.State.FAILED);
    ForkJoinTask<?> forked = ForkJoinTask.adapt(() -> {});
    poll(forked::invoke, () -> forked.state() == Future.State.SUCCESS);
    LinkedBlockingDeque<Integer> blocking = new LinkedBlockingDeque<>();
    poll(() -> blocking.reversed().add(1), () -> blocking.reversed().peekLast() != null);
    ConcurrentLinkedDeque<Integer> free = new ConcurrentLinkedDeque<>();
    poll(() -> free.add(1), () -> free.reversed().iterator().hasNext());
    CopyOnWriteArrayList<Integer> copied = new CopyOnWriteArrayList<>();
    poll(() -> copied.addLast(1), () -> copied.reversed().contains(1));
    ConcurrentSkipListSet<Integer> sorted = new ConcurrentSkipListSet<>();
    poll(() -> sorted.add(1), () -> sorted.reversed().contains(1));
    System.out.println("asked");
  }
}
