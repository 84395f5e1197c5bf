package racer;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.aspectj.lang.JoinPoint;

/** A field of an object, or a static one: its state by Fig. 9b, and the locks that all accesses so far had in common. */
final class Variable {
    private enum State {
        VIRGIN,
        EXCLUSIVE,
        EXCLUSIVE_MODIFIED,
        SHARED,
        SHARED_MODIFIED
    }

    private static final Map<Key, Variable> ALL = new ConcurrentHashMap<>();
    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    private final String name;
    private State state = State.VIRGIN;
    private Period last;
    private JoinPoint.StaticPart lastPlace;
    private Set<Object> locks; // null: all there are

    private Variable(String name) {
        this.name = name;
    }

    static Variable of(Object owner, JoinPoint.StaticPart place) {
        for (Object gone; (gone = GONE.poll()) != null;) ALL.remove(gone);
        String name = place.getSignature().getDeclaringTypeName() + "." + place.getSignature().getName();
        return ALL.computeIfAbsent(new Key(owner, name), key -> new Variable(name));
    }

    synchronized void read(JoinPoint.StaticPart place) {
        Period now = arrive();
        switch (state) {
            case VIRGIN:
                state = State.EXCLUSIVE;
                break;
            case EXCLUSIVE:
                if (!now.sees(last)) state = State.SHARED;
                break;
            case EXCLUSIVE_MODIFIED:
                // The figure has Shared here; but then the race of Fig. 10 would be missed, which §4.7 says is not.
                if (!now.sees(last)) state = State.SHARED_MODIFIED;
                break;
            default:
                break;
        }
        leave(now, place);
    }

    synchronized void write(JoinPoint.StaticPart place) {
        Period now = arrive();
        boolean mine = state == State.VIRGIN || state == State.EXCLUSIVE || state == State.EXCLUSIVE_MODIFIED;
        boolean visible = last == null || now.sees(last);
        state = mine && visible ? State.EXCLUSIVE_MODIFIED : State.SHARED_MODIFIED;
        leave(now, place);
    }

    /** What its owner has handed over to a thread that it started begins anew. */
    private Period arrive() {
        Period now = Period.current();
        boolean exclusive = state == State.EXCLUSIVE || state == State.EXCLUSIVE_MODIFIED;
        if (exclusive && now.life() != last.life() && now.sees(last)) {
            state = State.VIRGIN;
            last = null;
            lastPlace = null;
            locks = null;
        }
        return now;
    }

    private void leave(Period now, JoinPoint.StaticPart place) {
        Set<Object> held = Locking.locksHeld();
        if (locks == null) {
            locks = Collections.newSetFromMap(new IdentityHashMap<>());
            locks.addAll(held);
        } else {
            locks.removeIf(lock -> !held.contains(lock));
        }
        if (state == State.SHARED_MODIFIED && locks.isEmpty() && REPORTED.add(name)) {
            System.out.println("race on " + name + ": " + place.getSourceLocation() + " and " + lastPlace.getSourceLocation());
        }
        last = now;
        lastPlace = place;
    }

    /** A field by its object's identity; the object may go. */
    private static final class Key extends WeakReference<Object> {
        private final String field;
        private final int hash;

        Key(Object owner, String field) {
            super(owner, GONE);
            this.field = field;
            this.hash = 31 * System.identityHashCode(owner) + field.hashCode();
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) return true;
            if (!(other instanceof Key key) || !field.equals(key.field)) return false;
            Object owner = get();
            return owner != null && owner == key.get();
        }
    }
}
