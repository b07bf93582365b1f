/** Classes that the tests of several modules share. */
@NullMarked
package dev.ipw.testing;

import org.jspecify.annotations.NullMarked;
