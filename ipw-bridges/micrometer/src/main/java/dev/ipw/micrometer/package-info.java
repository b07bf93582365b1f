/** The joules of a running application as meters of Micrometer. */
@NullMarked
package dev.ipw.micrometer;

import org.jspecify.annotations.NullMarked;
