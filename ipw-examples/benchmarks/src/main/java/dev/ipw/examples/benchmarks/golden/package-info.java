/** The difference between the gaps between tokens that a client reports and those with which the server sent them. */
@NullMarked
package dev.ipw.examples.benchmarks.golden;

import org.jspecify.annotations.NullMarked;
