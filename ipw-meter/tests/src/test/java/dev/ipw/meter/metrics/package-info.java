/** Tests of metrics, and of what receives them. */
@NullMarked
package dev.ipw.meter.metrics;

import org.jspecify.annotations.NullMarked;
