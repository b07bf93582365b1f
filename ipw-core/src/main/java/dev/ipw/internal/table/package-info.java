/** Tables on disk: rows of nested values in Arrow IPC streams, and the folders that HuggingFace datasets opens. */
@NullMarked
package dev.ipw.internal.table;

import org.jspecify.annotations.NullMarked;
