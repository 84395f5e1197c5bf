package patterns;

import java.lang.annotation.*;
@Retention(RetentionPolicy.RUNTIME) @Inherited
public @interface Marked { String value() default ""; }
