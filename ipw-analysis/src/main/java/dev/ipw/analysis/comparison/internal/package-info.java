/** The comparison of finished runs: pairing, tests, corrections, and the conclusion in words. For our own modules. */
@NullMarked
package dev.ipw.analysis.comparison.internal;

import org.jspecify.annotations.NullMarked;
