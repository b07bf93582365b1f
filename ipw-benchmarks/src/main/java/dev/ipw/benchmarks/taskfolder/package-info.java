/** Folders of tasks. */
@NullMarked
package dev.ipw.benchmarks.taskfolder;

import org.jspecify.annotations.NullMarked;
