package dev.ipw.junit;

import dev.ipw.ProfilerBuilder;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Profile a model before a test, after {@code @BeforeEach}, and hand the test the run as a parameter of type
 * {@link dev.ipw.ProfileRun}.
 *
 * <pre>{@code
 * @Test
 * @ProfileWith(client = "ollama", model = "llama3.2:1b", dataset = "starter", maxQueries = 20)
 * void deliversEnoughForItsEnergy(ProfileRun run) {
 *     assertThat(run).intelligencePerJoule().isAbove(0.01);
 * }
 * }</pre>
 *
 * <p>The run is kept in {@code ipw-profiles} under the build's folder and replaced by the next one of the same test. Where
 * nothing measures, the test is aborted before anything is asked.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(EnergyExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface ProfileWith {
    /**
     * Name the client.
     *
     * @return a client's id; empty text to leave it to {@link #configuration()}
     */
    String client() default "";

    /**
     * Name the model.
     *
     * @return its name on the server; empty text for the client's own choice
     */
    String model() default "";

    /**
     * Name the server.
     *
     * @return its address; empty text for the client's own
     */
    String baseUrl() default "";

    /**
     * Name the dataset.
     *
     * @return its id or path; empty text for the client's own
     */
    String dataset() default "";

    /**
     * Set the most questions that are asked.
     *
     * @return at least 1
     */
    int maxQueries() default 20;

    /**
     * Change anything else about the profile, after all that stands here.
     *
     * @return classes that take the builder and return it, each with a constructor without parameters; applied in order
     */
    Class<? extends UnaryOperator<ProfilerBuilder>>[] configuration() default {};

    /**
     * Fail the test, instead of aborting it, where nothing measures.
     *
     * @return false by default
     */
    boolean required() default false;

    /**
     * Use an estimate from processor time where nothing measures.
     *
     * @return false by default
     */
    boolean allowEstimates() default false;
}
