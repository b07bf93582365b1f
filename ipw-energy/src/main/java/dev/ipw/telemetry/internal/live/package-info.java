/** The figures of a running application, updated for exporters of metrics. For our own modules. */
@NullMarked
package dev.ipw.telemetry.internal.live;

import org.jspecify.annotations.NullMarked;
