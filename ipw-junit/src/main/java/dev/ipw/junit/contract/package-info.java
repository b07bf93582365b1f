/**
 * Contracts: abstract tests for the authors of plugins. A subclass makes Jupiter check the properties on which the
 * SDK relies.
 */
@NullMarked
package dev.ipw.junit.contract;

import org.jspecify.annotations.NullMarked;
