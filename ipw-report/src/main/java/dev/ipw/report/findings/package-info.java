/** The figures of a run that its pages show. */
@NullMarked
package dev.ipw.report.findings;

import org.jspecify.annotations.NullMarked;
