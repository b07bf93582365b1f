/**
 * A gateway in front of a model server that meters the joules of every request. {@link dev.ipw.meter.gateway.MeterGateway}
 * is the entry point.
 */
@NullMarked
package dev.ipw.meter.gateway;

import org.jspecify.annotations.NullMarked;
