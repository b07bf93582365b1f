/** The first screen of a run: its answer in a sentence, its badges, its main figures with their marks, and its limits. */
@NullMarked
package dev.ipw.report.head;

import org.jspecify.annotations.NullMarked;
