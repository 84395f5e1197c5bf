package raddle.aspect;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.Signature;
import org.aspectj.lang.reflect.SourceLocation;

/**
 * What is known of a join point before the program runs: the weaver wrote it down, nothing is looked up by reflection. Only
 * the methods that give a Class or a member find it then.
 *
 * <p>The text has the fields kind, modifiers, declaring class, name, descriptor, exceptions (with commas), file, line
 * and the names of parameters (with commas), separated by tabs.
 */
final class Place implements JoinPoint.EnclosingStaticPart {
    private final String kind;
    private final Member signature;
    private final Location location;

    Place(String text, Class<?> within) {
        String[] fields = text.split("\t", -1);
        this.kind = fields[0];
        this.signature = Member.of(kind, Integer.parseInt(fields[1]), fields[2], fields[3], fields[4], fields[5], within);
        this.signature.names = fields[8];
        this.location = new Location(within, fields[6], Integer.parseInt(fields[7]));
    }

    @Override
    public Signature getSignature() {
        return signature;
    }

    @Override
    public SourceLocation getSourceLocation() {
        return location;
    }

    @Override
    public String getKind() {
        return kind;
    }

    /** Where the text stands, and nothing else: two places may have the same. */
    @Override
    public int getId() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return kindName() + "(" + signature + ")";
    }

    @Override
    public String toShortString() {
        return kindName() + "(" + signature.toShortString() + ")";
    }

    @Override
    public String toLongString() {
        return kindName() + "(" + signature.toLongString() + ")";
    }

    private String kindName() {
        return kind.substring(kind.lastIndexOf('-') + 1);
    }

    private record Location(Class<?> getWithinType, String getFileName, int getLine) implements SourceLocation {
        @Override
        public int getColumn() {
            return 0;
        }

        @Override
        public String toString() {
            return getFileName + ":" + getLine;
        }
    }
}
