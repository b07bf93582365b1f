/** Fakes of a served model and of a machine with sensors, for tests without a server or hardware. */
@NullMarked
package dev.ipw.junit.fake;

import org.jspecify.annotations.NullMarked;
