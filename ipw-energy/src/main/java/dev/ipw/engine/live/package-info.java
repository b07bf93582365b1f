/** The figures of a running application, updated for exporters of metrics. For our own modules. */
@NullMarked
package dev.ipw.engine.live;

import org.jspecify.annotations.NullMarked;
