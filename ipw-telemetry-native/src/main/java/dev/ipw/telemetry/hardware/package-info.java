/** What all collectors of this machine share. */
@NullMarked
package dev.ipw.telemetry.hardware;

import org.jspecify.annotations.NullMarked;
