/** One query's whole truth: what was asked, what came back and when, what it cost, and whether it was right. */
@NullMarked
package dev.ipw.record;

import org.jspecify.annotations.NullMarked;
