/** Tasks in folders of Harbor's form: an instruction, an environment, tests and a solution. */
@NullMarked
package dev.ipw.benchmarks.harbor;

import org.jspecify.annotations.NullMarked;
