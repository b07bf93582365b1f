package dev.ipw.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;

/**
 * A method of a Spring bean whose calls are spans with their share of the joules, failed calls included. Calls at the
 * same time share; the spans of model calls, tools and measured methods within a call are its children.
 *
 * <pre>{@code
 * @MeasureEnergy("answer")
 * String answer(String question) { ... }
 * }</pre>
 *
 * <p>Each call is an observation {@code ipw.method}, so that Micrometer's timer of this name counts calls and errors. A
 * call that returns a {@code CompletionStage}, a {@code Mono} or a {@code Flux} ends when that does; of the last two
 * each subscription is a call. A method that a bean calls on itself is not measured, as with every aspect of Spring.
 */
@API(status = API.Status.EXPERIMENTAL)
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface MeasureEnergy {
    /**
     * Returns the name of the span, and the tag {@code method} of the observation.
     *
     * @return the name; the class and the method by default, for example {@code Clerk.answer}
     */
    String value() default "";

    /**
     * Returns further tags of the observation, for its timer and trace.
     *
     * @return names and values in turn, for example {@code {"team", "search"}}
     */
    String[] tags() default {};
}
