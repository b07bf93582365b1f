/** Places that persist over several commands: containers, and sandboxes with folders of this machine. */
@NullMarked
package dev.ipw.benchmarks.environment;

import org.jspecify.annotations.NullMarked;
