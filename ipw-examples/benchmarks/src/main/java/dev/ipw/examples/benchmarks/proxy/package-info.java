/** The time that the recording proxy adds to a call. */
@NullMarked
package dev.ipw.examples.benchmarks.proxy;

import org.jspecify.annotations.NullMarked;
