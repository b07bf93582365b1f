/** The load on a model, and the order from the first request to the finished run. For our own modules. */
@NullMarked
package dev.ipw.profile.internal;

import org.jspecify.annotations.NullMarked;
