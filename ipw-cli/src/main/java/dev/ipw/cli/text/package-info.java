/** Tables, figures and words of the screens. */
@NullMarked
package dev.ipw.cli.text;

import org.jspecify.annotations.NullMarked;
