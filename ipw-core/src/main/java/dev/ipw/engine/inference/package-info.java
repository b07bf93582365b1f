/** The clients by name, as they are discovered at run time. For our own modules. */
@NullMarked
package dev.ipw.engine.inference;

import org.jspecify.annotations.NullMarked;
