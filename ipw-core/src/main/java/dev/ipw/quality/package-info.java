/** What held up this process while a run was measured, and whether its times may be trusted for all that. */
@NullMarked
package dev.ipw.quality;

import org.jspecify.annotations.NullMarked;
