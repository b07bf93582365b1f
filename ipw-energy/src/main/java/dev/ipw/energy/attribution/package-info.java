/** The division of joules that requests share, and its reliability. */
@NullMarked
package dev.ipw.energy.attribution;

import org.jspecify.annotations.NullMarked;
