/** How late clients stamp the events of a stream, against a server that writes into each event when it sent it. */
@NullMarked
package dev.ipw.examples.benchmarks.wire;

import org.jspecify.annotations.NullMarked;
