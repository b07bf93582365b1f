/** Attribution of joules to the GenAI spans of OpenTelemetry, from files. */
@NullMarked
package dev.ipw.importing.spans;

import org.jspecify.annotations.NullMarked;
