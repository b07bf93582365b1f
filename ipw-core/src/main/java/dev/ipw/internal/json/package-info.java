/** The only access to JSON. Jackson is used here and by readers of a tree, never in the public API. */
@NullMarked
package dev.ipw.internal.json;

import org.jspecify.annotations.NullMarked;
