/** The comparison of finished runs: pairing, tests, corrections, and the conclusion in words. For our own modules. */
@NullMarked
package dev.ipw.engine.comparison;

import org.jspecify.annotations.NullMarked;
