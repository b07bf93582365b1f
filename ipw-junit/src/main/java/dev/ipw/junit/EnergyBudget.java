package dev.ipw.junit;

import dev.ipw.energy.Scope;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Decide whether a test's mean energy is within a budget. On a class it applies to each test method that has none of its own.
 *
 * <pre>{@code
 * @Test
 * @EnergyBudget(joules = 5.0)
 * void answersWithinBudget() {
 *     chat.answer(QUESTION);
 * }
 * }</pre>
 *
 * <p>The test method is called again and again until the interval of its mean energy lies on one side of the budget, or the
 * repetitions are spent. Below: the test passes. Above: it fails. Neither: it is aborted, and says how many repetitions would
 * decide. The interval holds at every look at it, so that stopping early makes no error more likely. It holds the bounds of
 * the readings too, not the sensor's own error.
 *
 * <p>{@code @BeforeEach} runs once before the first call and {@code @AfterEach} once after the last; all calls are made on the
 * same instance with the same arguments, and only the method itself is measured. Each invocation of a {@code @ParameterizedTest}
 * or {@code @RepeatedTest} is decided by itself. A method that is too short for the sensor is called several times in each
 * repetition; joules are always those of one call.
 *
 * <p>Without a sensor the method runs once, as it would without a budget, and is then aborted with the reason. No other test
 * of the same launcher runs meanwhile.
 */
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(EnergyExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface EnergyBudget {
    /**
     * Set the most that one call may use on average. Without it, only a stored baseline is compared with.
     *
     * @return joules, above 0
     */
    double joules() default Double.POSITIVE_INFINITY;

    /**
     * Choose the parts of the machine that count. Several are added up.
     *
     * @return scopes that may be added; none for all that is measured without counting a joule twice
     */
    Scope[] scope() default {};

    /**
     * Set the most repetitions that are measured.
     *
     * @return at least 2
     */
    int repetitions() default 30;

    /**
     * Set the calls before the first one that is measured. Where the sensor is slow, more are made to find out how many calls a
     * repetition needs.
     *
     * @return at least 0
     */
    int warmups() default 3;

    /**
     * Set how sure a conclusion must be: the chance of a wrong one, of all repetitions together, is at most what is missing to 1.
     *
     * @return from 0.5 up to below 1
     */
    double confidence() default 0.99;

    /**
     * Set by how much the mean may lie above the stored baseline, if there is one.
     *
     * @return a share of the baseline from 0 to 1, for example 0.1 for 10 percent
     */
    double tolerance() default 0.1;

    /**
     * Fails the test, instead of aborting it, where there are no measured joules. An estimate does not do.
     *
     * @return false by default
     */
    boolean required() default false;

    /**
     * Use an estimate from processor time where nothing measures. Its bounds lie a factor of five to twenty apart, and they
     * decide. What comes of it is labelled ESTIMATED.
     *
     * @return false by default
     */
    boolean allowEstimates() default false;
}
