/** What finished runs cost, by other prices too. */
@NullMarked
package dev.ipw.engine.analysis.cost;

import org.jspecify.annotations.NullMarked;
