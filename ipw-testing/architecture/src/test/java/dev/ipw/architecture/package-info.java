/** Checks of the whole: who may use whom. */
@NullMarked
package dev.ipw.architecture;

import org.jspecify.annotations.NullMarked;
