/**
 * The delay of the stamps that clients give to the events of a stream, against a server that writes the time of sending
 * into each event.
 */
@NullMarked
package dev.ipw.examples.benchmarks.wire;

import org.jspecify.annotations.NullMarked;
