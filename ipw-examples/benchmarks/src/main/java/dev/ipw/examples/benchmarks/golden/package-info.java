/** How far the gaps between tokens that a client reports are from those with which the server sent them. */
@NullMarked
package dev.ipw.examples.benchmarks.golden;

import org.jspecify.annotations.NullMarked;
