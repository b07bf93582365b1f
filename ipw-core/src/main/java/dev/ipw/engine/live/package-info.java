/** Figures of a running application, brought up to date for exporters of metrics. For our own modules. */
@NullMarked
package dev.ipw.engine.live;

import org.jspecify.annotations.NullMarked;
