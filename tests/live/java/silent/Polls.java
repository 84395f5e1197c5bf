package silent;

import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import support.Check;
import support.Threads;

/** Hand-overs that nobody waits for: the other thread asks again and again until the answer says that it has happened. */
public class Polls {
  interface Question {
    boolean ask() throws Exception;
  }

  static int count;
  int number;

  static void poll(Threads.Body signal, Question question) throws InterruptedException {
    Polls it = new Polls();
    Threads.together(
        () -> {
          it.number++;
          signal.run();
        },
        () -> {
          while (!question.ask()) Thread.onSpinWait();
          it.number++;
        });
    count += it.number;
  }

  public static void main(String[] args) throws Exception {
    synchronisers();
    futures();
    queues();
    maps();
    others();
    Check.result(88, count);
  }

  static void synchronisers() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    poll(latch::countDown, () -> latch.getCount() == 0);
    CyclicBarrier barrier = new CyclicBarrier(2);
    poll(
        () -> {
          Thread.currentThread().interrupt();
          try {
            barrier.await();
          } catch (InterruptedException broken) {
            // by itself
          }
        },
        barrier::isBroken);
    Phaser phaser = new Phaser(1);
    poll(phaser::arrive, () -> phaser.getPhase() == 1);
    poll(phaser::arriveAndDeregister, phaser::isTerminated);
    Semaphore semaphore = new Semaphore(0);
    poll(semaphore::release, () -> semaphore.availablePermits() == 1);
    Semaphore drained = new Semaphore(0);
    poll(drained::release, () -> drained.drainPermits() == 1);
    AtomicInteger integer = new AtomicInteger();
    poll(integer::incrementAndGet, () -> integer.intValue() == 1);
    poll(() -> integer.accumulateAndGet(1, Integer::sum), () -> integer.toString().equals("2"));
    AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("x", false);
    poll(() -> marked.attemptMark("x", true), marked::isMarked);
    AtomicReferenceArray<String> array = new AtomicReferenceArray<>(2);
    poll(() -> array.getAndSet(1, "x"), () -> array.getAcquire(1) != null);
    LongAdder adder = new LongAdder();
    poll(adder::increment, () -> adder.intValue() == 1);
  }

  static void futures() throws Exception {
    FutureTask<Integer> task = new FutureTask<>(() -> 1);
    poll(task::run, task::isDone);
    FutureTask<Integer> cancelled = new FutureTask<>(() -> 1);
    poll(() -> cancelled.cancel(false), cancelled::isCancelled);
    CompletableFuture<Integer> done = new CompletableFuture<>();
    poll(() -> done.complete(1), done::isDone);
    CompletableFuture<Integer> got = new CompletableFuture<>();
    poll(() -> got.complete(1), () -> got.getNow(0) == 1);
    CompletableFuture<Integer> failed = new CompletableFuture<>();
    poll(() -> failed.completeExceptionally(new Exception()), failed::isCompletedExceptionally);
    ForkJoinTask<?> forked = ForkJoinTask.adapt(() -> {});
    poll(forked::invoke, forked::isDone);
    ExecutorService pool = Executors.newFixedThreadPool(1);
    poll(pool::shutdown, pool::isShutdown);
    ExecutorService ended = Executors.newFixedThreadPool(1);
    poll(ended::shutdown, ended::isTerminated);
  }

  static void queues() throws Exception {
    LinkedBlockingQueue<Integer> linked = new LinkedBlockingQueue<>();
    poll(() -> linked.add(1), () -> linked.peek() != null);
    poll(() -> linked.add(2), () -> linked.contains(2));
    poll(() -> linked.add(3), () -> linked.stream().count() == 3);
    ArrayBlockingQueue<Integer> array = new ArrayBlockingQueue<>(1);
    poll(() -> array.add(1), () -> array.remainingCapacity() == 0);
    ConcurrentLinkedQueue<Integer> free = new ConcurrentLinkedQueue<>();
    poll(() -> free.add(1), () -> free.iterator().hasNext());
    poll(() -> free.add(2), () -> free.size() == 2);
    ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
    poll(() -> deque.push(1), () -> deque.descendingIterator().hasNext());
    poll(() -> deque.push(2), () -> deque.peekFirst() == 2);
    LinkedBlockingDeque<Integer> blocking = new LinkedBlockingDeque<>();
    poll(() -> blocking.put(1), () -> blocking.descendingIterator().hasNext());
    PriorityBlockingQueue<Integer> sorted = new PriorityBlockingQueue<>();
    poll(() -> sorted.put(1), () -> sorted.peek() != null);
    LinkedTransferQueue<Integer> transfer = new LinkedTransferQueue<>();
    poll(() -> transfer.put(1), () -> transfer.size() == 1);
  }

  static void maps() throws Exception {
    ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    poll(() -> map.put(1, 1), () -> map.containsValue(1));
    poll(() -> map.put(2, 2), () -> map.mappingCount() == 2);
    poll(() -> map.put(3, 3), () -> map.values().contains(3));
    poll(() -> map.remove(3), () -> !map.containsKey(3));
    poll(() -> map.put(4, 4), () -> map.reduceValues(1, Integer::max) == 4);
    poll(() -> map.put(5, 5), () -> map.toString().contains("5"));
    Set<Integer> keys = ConcurrentHashMap.newKeySet();
    poll(() -> keys.add(1), () -> keys.contains(1));
    ConcurrentSkipListMap<Integer, Integer> sorted = new ConcurrentSkipListMap<>();
    poll(() -> sorted.put(1, 1), () -> sorted.headMap(5).containsKey(1));
    poll(() -> sorted.put(9, 1), () -> sorted.descendingMap().firstKey() == 9);
  }

  static void others() throws Exception {
    CopyOnWriteArrayList<Integer> copied = new CopyOnWriteArrayList<>();
    poll(() -> copied.addIfAbsent(1), () -> copied.indexOf(1) == 0);
    poll(() -> copied.removeIf(each -> each == 1), copied::isEmpty);
    Map<Integer, Integer> table = new Hashtable<>();
    poll(() -> table.put(1, 1), () -> table.containsKey(1));
    Stack<Integer> stack = new Stack<>();
    poll(() -> stack.push(1), () -> !stack.empty());
    Map<Integer, Integer> guarded = Collections.synchronizedMap(new HashMap<>());
    poll(() -> guarded.put(1, 1), () -> guarded.keySet().contains(1));
  }
}
