package patterns;

import java.lang.annotation.*;
@Retention(RetentionPolicy.CLASS)
public @interface Audited {}
