/** Text of PDF and Office files, bounded in time and size. */
@NullMarked
package dev.ipw.benchmarks.document;

import org.jspecify.annotations.NullMarked;
