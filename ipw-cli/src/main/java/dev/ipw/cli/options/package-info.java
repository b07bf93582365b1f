/** Groups of options that several commands take. */
@NullMarked
package dev.ipw.cli.options;

import org.jspecify.annotations.NullMarked;
