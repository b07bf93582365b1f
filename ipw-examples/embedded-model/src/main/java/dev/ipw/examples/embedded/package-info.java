/**
 * A small language model that runs inside the virtual machine.
 *
 * <p>Three decoder-only transformers, trained on arithmetic written out as text, answer {@code 417+58=} one character
 * at a time. They need no server, no GPU and no network, and differ in size, work and accuracy, so that a measurement
 * of accuracy per joule has real differences to show.
 */
@NullMarked
package dev.ipw.examples.embedded;

import org.jspecify.annotations.NullMarked;
