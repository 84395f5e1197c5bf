package check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Locks that are released by another name than they were acquired by, or beside others: nothing. */
public class LockNames {
  static class Account {
    private final Lock lock = new ReentrantLock();
    private int balance;

    Lock lock() {
      return lock;
    }

    Account open() {
      lock.lock();
      return this;
    }

    void close() {
      lock.unlock();
    }

    void deposit(int amount) {
      try {
        lock.lock();
        balance += amount;
      } finally {
        lock.unlock();
      }
    }
  }

  static class Node {
    private final Lock lock = new ReentrantLock();
    private Node next;
    private int visits;
  }

  static class Buffer {
    private final Semaphore free = new Semaphore(4);
    private final Semaphore used = new Semaphore(0);
    private final Semaphore mutex = new Semaphore(1);
    private final Deque<String> items = new ArrayDeque<>();
    private int puts;

    void put(String item) {
      free.acquireUninterruptibly();
      mutex.acquireUninterruptibly();
      items.add(item);
      used.release();
      puts++;
      mutex.release();
    }

    String take() {
      used.acquireUninterruptibly();
      mutex.acquireUninterruptibly();
      try {
        return items.poll();
      } finally {
        mutex.release();
        free.release();
      }
    }
  }

  private static void byGetter(Account account) {
    account.lock().lock();
    try {
      account.balance++;
    } finally {
      account.lock().unlock();
    }
  }

  private static void transfer(Account from, Account to) {
    from.lock.lock();
    try {
      from.balance--;
      to.deposit(1);
      from.balance++;
    } finally {
      from.lock.unlock();
    }
  }

  private static void nested(Account outer, Account inner) {
    Account first = outer.open();
    Account second = inner.open();
    inner.balance++;
    second.close();
    outer.balance++;
    first.close();
  }

  private static void handOverHand(Node head) {
    Node at = head;
    at.lock.lock();
    try {
      at.visits++;
      while (at.next != null) {
        Node next = at.next;
        next.lock.lock();
        at.lock.unlock();
        at = next;
        at.visits++;
      }
    } finally {
      at.lock.unlock();
    }
  }

  public static void main(String[] args) {
    Account[] accounts = {new Account(), new Account(), new Account()};
    Node head = new Node();
    for (int i = 0; i < 3; i++) {
      Node added = new Node();
      added.next = head;
      head = added;
    }
    Node list = head;
    Buffer buffer = new Buffer();
    for (int i = 0; i < 3; i++) {
      int own = i;
      new Thread(() -> {
        byGetter(accounts[own]);
        transfer(accounts[own], accounts[0]);
        nested(accounts[own], accounts[0]);
        handOverHand(list);
        buffer.put("item");
        buffer.take();
      }).start();
    }
  }
}
