/** The power of devices and the requests in flight over time. */
@NullMarked
package dev.ipw.report.power;

import org.jspecify.annotations.NullMarked;
