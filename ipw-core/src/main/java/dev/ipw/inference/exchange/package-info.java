/** How every client of a served model asks: one exchange, the pieces of its answer, and how failures are told. */
@NullMarked
package dev.ipw.inference.exchange;

import org.jspecify.annotations.NullMarked;
