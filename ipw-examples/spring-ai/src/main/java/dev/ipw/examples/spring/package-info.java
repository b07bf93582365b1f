/** An agent of Spring AI in a Spring Boot application. */
@NullMarked
package dev.ipw.examples.spring;

import org.jspecify.annotations.NullMarked;
