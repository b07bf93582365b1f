/** The files of a run: columns, each named once, and the codecs of journal and summary. For our own modules. */
@NullMarked
package dev.ipw.results.internal.format;

import org.jspecify.annotations.NullMarked;
