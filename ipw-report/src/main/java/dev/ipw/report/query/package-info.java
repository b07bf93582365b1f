/** One query of a run in detail, for programs. */
@NullMarked
package dev.ipw.report.query;

import org.jspecify.annotations.NullMarked;
