/** Names of the folders of queries and of the runs of a series. */
@NullMarked
package dev.ipw.internal.folder;

import org.jspecify.annotations.NullMarked;
