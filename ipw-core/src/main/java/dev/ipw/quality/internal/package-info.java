/** The detection of disturbances of this process while a run is measured. For our own modules. */
@NullMarked
package dev.ipw.quality.internal;

import org.jspecify.annotations.NullMarked;
