// Of AspectJ's run-time interface, what advice may ask for: the names and signatures are AspectJ's, so that an aspect compiled
// with aspectjrt.jar runs without it. Where the program has aspectjrt.jar on its class path, that comes first.
package org.aspectj.lang.reflect;

import java.lang.reflect.Constructor;

public interface InitializerSignature extends CodeSignature {
    Constructor<?> getInitializer();
}
