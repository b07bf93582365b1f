/**
 * The {@code analyze} command and the text of each analysis. {@code AnalysisText} chooses the text; an analysis without
 * one of its own is a list of names and values.
 */
@NullMarked
package dev.ipw.cli.analyze;

import org.jspecify.annotations.NullMarked;
