/** The run engine: how load is put on a model, and the order from the first request to the finished run. */
@NullMarked
package dev.ipw.profile;

import org.jspecify.annotations.NullMarked;
