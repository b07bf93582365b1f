/** The common parts of all collectors of this machine. Each collector has a package below: a provider and a source. */
@NullMarked
package dev.ipw.telemetry.hardware;

import org.jspecify.annotations.NullMarked;
