/** The detection of disturbances of this process while a run is measured. For our own modules. */
@NullMarked
package dev.ipw.engine.quality;

import org.jspecify.annotations.NullMarked;
