/** Plain trees of maps, lists and scalars: the shape between our records and JSON or Arrow. Internal: may change at any time. */
@NullMarked
package dev.ipw.internal.tree;

import org.jspecify.annotations.NullMarked;
