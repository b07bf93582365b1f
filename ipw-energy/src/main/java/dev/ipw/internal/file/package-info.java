/** Files written so that a reader sees the old one or the new one, and read within bounds. */
@NullMarked
package dev.ipw.internal.file;

import org.jspecify.annotations.NullMarked;
