/** What test programs print: which of their tests passed. */
@NullMarked
package dev.ipw.benchmarks.testlog;

import org.jspecify.annotations.NullMarked;
