package drivers;

import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.ObjectPool;
import org.apache.commons.pool.impl.GenericObjectPool;

/** Threads that borrow from one pool, which evicts meanwhile. */
public class Pool {
  static class Factory extends BasePoolableObjectFactory<StringBuilder> {
    @Override
    public StringBuilder makeObject() {
      return new StringBuilder();
    }
  }

  public static void main(String[] args) {
    GenericObjectPool<StringBuilder> pool = new GenericObjectPool<>(new Factory());
    pool.setTimeBetweenEvictionRunsMillis(10);
    for (int i = 0; i < 4; i++) {
      new Thread(() -> use(pool)).start();
    }
  }

  static void use(ObjectPool<StringBuilder> pool) {
    try {
      StringBuilder own = pool.borrowObject();
      own.append("x");
      pool.returnObject(own);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
