package raddle.aspect;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.Signature;
import org.aspectj.lang.reflect.SourceLocation;

/** A join point as it happens: its place, and the objects. */
final class Point implements JoinPoint {
    private final Place place;
    private final Object self, target;
    private final Object[] arguments;

    Point(Place place, Object self, Object target, Object[] arguments) {
        this.place = place;
        this.self = self;
        this.target = target;
        this.arguments = arguments;
    }

    @Override
    public Object getThis() {
        return self;
    }

    @Override
    public Object getTarget() {
        return target;
    }

    @Override
    public Object[] getArgs() {
        return arguments.clone();
    }

    @Override
    public Signature getSignature() {
        return place.getSignature();
    }

    @Override
    public SourceLocation getSourceLocation() {
        return place.getSourceLocation();
    }

    @Override
    public String getKind() {
        return place.getKind();
    }

    @Override
    public StaticPart getStaticPart() {
        return place;
    }

    @Override
    public String toString() {
        return place.toString();
    }

    @Override
    public String toShortString() {
        return place.toShortString();
    }

    @Override
    public String toLongString() {
        return place.toLongString();
    }
}
