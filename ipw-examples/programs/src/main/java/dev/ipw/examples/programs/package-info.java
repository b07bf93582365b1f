/** Small whole programs that use Intelligence Per Watt. Each takes the folder for its runs as argument. */
@NullMarked
package dev.ipw.examples.programs;

import org.jspecify.annotations.NullMarked;
