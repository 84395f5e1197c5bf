package covered;

/** Methods that use fields of one object, with what each is named for in between. */
final class Together {
  int a, b, c, d, e, f, g;
  Together next;
  static int shared;
  volatile int gate;
  final int fixed = hashCode();
  static int[] numbers = new int[1];

  int reads() {
    return a + b + c;
  }

  int readsMany(Together it) {
    return it.a + it.b + it.c + it.d + it.e + it.f + it.g;
  }

  void writes(int n) {
    a = n;
    b = n;
  }

  void updates() {
    a += 1;
    b += 1;
  }

  int updatesTheLast() {
    int sum = a + b;
    shared = sum;
    b = sum;
    return sum;
  }

  int ofTwo(Together one, Together two) {
    return one.a * two.a + one.b * two.b;
  }

  void copies(Together from) {
    a = from.a;
    b = from.b;
  }

  int staticBetween() {
    return a + shared + b;
  }

  int objectOfAnotherBetween(Together it) {
    return a + it.next.b + b;
  }

  int fixedBetween() {
    return a + fixed + b;
  }

  int volatileBetween() {
    return a + gate + b;
  }

  int callBetween() {
    return a + reads() + b;
  }

  int pureCallBetween() {
    return a + Math.max(1, 2) + b;
  }

  int elementBetween(int i) {
    return a + numbers[i] + b;
  }

  int divisionBetween(int i) {
    return a + 1 / i + b;
  }

  int branchBetween(int i) {
    int sum = a;
    if (i > 0) sum += b;
    return sum + c;
  }

  int anotherObject(Together it) {
    int sum = it.a;
    it = this;
    return sum + it.b;
  }

  int lockBetween() {
    int sum = a;
    synchronized (this) {
      sum += b;
    }
    return sum + c;
  }

  int handlerBetween() {
    int sum = a;
    try {
      sum += b;
    } catch (RuntimeException e) {
      sum = 0;
    }
    return sum;
  }

  int inALoop(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += a + b;
    return sum + c;
  }
}
