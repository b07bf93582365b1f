/** Read and export finished runs. */
@NullMarked
package dev.ipw.results;

import org.jspecify.annotations.NullMarked;
