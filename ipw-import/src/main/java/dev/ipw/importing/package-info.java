/** Other tools' runs, imported into run directories of this library. */
@NullMarked
package dev.ipw.importing;

import org.jspecify.annotations.NullMarked;
