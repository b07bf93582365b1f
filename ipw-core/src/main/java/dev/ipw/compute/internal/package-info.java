/** The count of a query's arithmetic, and the peaks of known devices. For our own modules. */
@NullMarked
package dev.ipw.compute.internal;

import org.jspecify.annotations.NullMarked;
