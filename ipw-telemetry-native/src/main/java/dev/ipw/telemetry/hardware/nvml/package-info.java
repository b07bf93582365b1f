/** NVIDIA GPUs through NVML, the management library that comes with the driver. */
@NullMarked
package dev.ipw.telemetry.hardware.nvml;

import org.jspecify.annotations.NullMarked;
