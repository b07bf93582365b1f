/** Nothing but tests: the Java of the documentation is compiled against all libraries that it uses. */
@NullMarked
package dev.ipw.examples.documentation;

import org.jspecify.annotations.NullMarked;
