/** Reports: runs and comparisons in one HTML file that needs no network. */
@NullMarked
package dev.ipw.report;

import org.jspecify.annotations.NullMarked;
