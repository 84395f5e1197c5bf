package silent;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import support.Check;
import support.HandOver;

/** A flag behind handles that were made of another: each thread has its own, or one of them the other itself. */
public class IndirectHandles {
  static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  static boolean open;
  boolean raised;
  volatile int state;

  public static void main(String[] args) throws Exception {
    elements();
    fields();
    memory();
    Check.result(18, HandOver.writes());
  }

  static void elements() throws Exception {
    int[] flags = new int[4];
    VarHandle mine = MethodHandles.insertCoordinates(ELEMENT, 0, flags, 3);
    VarHandle yours = MethodHandles.insertCoordinates(ELEMENT, 0, flags, 3);
    HandOver.by(() -> mine.setVolatile(1), () -> (int) yours.getVolatile() == 1);
    HandOver.by(() -> mine.setVolatile(2), () -> (int) ELEMENT.getVolatile(flags, 3) == 2);
    HandOver.by(() -> ELEMENT.setVolatile(flags, 3, 3), () -> (int) mine.getVolatile() == 3);
    VarHandle turned = MethodHandles.permuteCoordinates(ELEMENT, java.util.List.of(int.class, int[].class), 1, 0);
    HandOver.by(() -> turned.setVolatile(3, flags, 4), () -> (int) ELEMENT.getVolatile(flags, 3) == 4);
    VarHandle placed = MethodHandles.insertCoordinates(ELEMENT, 0, (Object) flags);
    HandOver.by(() -> placed.setRelease(1, 5), () -> (int) ELEMENT.getAcquire(flags, 1) == 5);
  }

  static void fields() throws Exception {
    IndirectHandles it = new IndirectHandles();
    VarHandle raised = LOOKUP.findVarHandle(IndirectHandles.class, "raised", boolean.class);
    VarHandle bound = MethodHandles.insertCoordinates(raised, 0, it);
    HandOver.by(() -> bound.setVolatile(true), () -> (boolean) raised.getVolatile(it));
    VarHandle opened = LOOKUP.findStaticVarHandle(IndirectHandles.class, "open", boolean.class);
    VarHandle dropping = MethodHandles.dropCoordinates(opened, 0, String.class);
    HandOver.by(() -> opened.setVolatile(true), () -> (boolean) dropping.getVolatile("open"));
    VarHandle state = LOOKUP.findVarHandle(IndirectHandles.class, "state", int.class);
    MethodHandle toText = LOOKUP.findStatic(String.class, "valueOf", MethodType.methodType(String.class, int.class));
    MethodHandle toNumber = LOOKUP.findStatic(Integer.class, "parseInt", MethodType.methodType(int.class, String.class));
    VarHandle text = MethodHandles.filterValue(state, toNumber, toText);
    HandOver.by(() -> text.setVolatile(it, "7"), () -> it.state == 7);
  }

  static void memory() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment segment = arena.allocate(16);
      VarHandle number = ValueLayout.JAVA_INT.varHandle();
      VarHandle bound = MethodHandles.insertCoordinates(number, 0, segment, 4L);
      MemorySegment part = segment.asSlice(4);
      HandOver.by(() -> bound.setVolatile(1), () -> (int) number.getVolatile(part, 0L) == 1);
    }
  }
}
