/** How the arithmetic of a query is counted, and the peaks of known devices. For our own modules. */
@NullMarked
package dev.ipw.engine.compute;

import org.jspecify.annotations.NullMarked;
