/** The one door to JSON. Jackson is seen here and by those who walk a tree, never in the public API. */
@NullMarked
package dev.ipw.internal.json;

import org.jspecify.annotations.NullMarked;
