/** The load: questions one after the other, several at once, or at a rate. */
@NullMarked
package dev.ipw.load;

import org.jspecify.annotations.NullMarked;
