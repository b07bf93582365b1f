/** The environments in which tasks are worked on and tested. */
@NullMarked
package dev.ipw.environment;

import org.jspecify.annotations.NullMarked;
