/** The turns of a query: a call of the model and the tools that it requested. */
@NullMarked
package dev.ipw.record.internal;

import org.jspecify.annotations.NullMarked;
