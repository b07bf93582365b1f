/** Power rails of boards, from the monitors that Linux shows as hwmon devices. */
@NullMarked
package dev.ipw.telemetry.hardware.hwmon;

import org.jspecify.annotations.NullMarked;
