/** The commands that show a run: {@code show}, {@code report}, {@code plot} and {@code plan}. */
@NullMarked
package dev.ipw.cli.show;

import org.jspecify.annotations.NullMarked;
