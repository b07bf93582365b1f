/** The clients by name, as they are discovered at run time. For our own modules. */
@NullMarked
package dev.ipw.inference.internal;

import org.jspecify.annotations.NullMarked;
