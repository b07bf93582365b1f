/** The complete record of one query: its question, its answer with all times, its cost, and its verdict. */
@NullMarked
package dev.ipw.record;

import org.jspecify.annotations.NullMarked;
