/** AMD GPUs, through the files of the driver amdgpu or through ROCm SMI. */
@NullMarked
package dev.ipw.telemetry.hardware.amd;

import org.jspecify.annotations.NullMarked;
