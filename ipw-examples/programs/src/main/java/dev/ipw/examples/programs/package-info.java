/** Small whole programs that use Intelligence Per Watt. Each has the folder for its runs as its argument. */
@NullMarked
package dev.ipw.examples.programs;

import org.jspecify.annotations.NullMarked;
