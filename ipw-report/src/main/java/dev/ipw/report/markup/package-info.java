/** HTML markup whose every figure names its key in the JSON of its page. */
@NullMarked
package dev.ipw.report.markup;

import org.jspecify.annotations.NullMarked;
