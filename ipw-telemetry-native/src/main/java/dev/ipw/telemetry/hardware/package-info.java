/** The common parts of all collectors of this machine. */
@NullMarked
package dev.ipw.telemetry.hardware;

import org.jspecify.annotations.NullMarked;
