/** Attribution over logs of any serving system and any meter: reading them, writing who used what, and scoring it. */
@NullMarked
package dev.ipw.attribution;

import org.jspecify.annotations.NullMarked;
