/** Units of the axes of charts and pictures. */
@NullMarked
package dev.ipw.report.axis;

import org.jspecify.annotations.NullMarked;
