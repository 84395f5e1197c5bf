// Of AspectJ's run-time interface, what advice may ask for: the names and signatures are AspectJ's, so that an aspect compiled
// with aspectjrt.jar runs without it. Where the program has aspectjrt.jar on its class path, that comes first.
package org.aspectj.lang;

public interface Signature {
    String toString();

    String toShortString();

    String toLongString();

    String getName();

    int getModifiers();

    Class<?> getDeclaringType();

    String getDeclaringTypeName();
}
