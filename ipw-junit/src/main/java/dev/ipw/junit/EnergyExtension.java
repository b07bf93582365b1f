package dev.ipw.junit;

import dev.ipw.telemetry.TelemetrySession;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apiguardian.api.API;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The Jupiter extension that measures tests. {@link EnergyBudget} and {@link ProfileWith} register it; a test with a
 * {@link TelemetrySession} as a parameter and without these annotations registers it itself:
 *
 * <pre>{@code
 * @Test
 * @ExtendWith(EnergyExtension.class)
 * void answersCheaply(TelemetrySession telemetry) {
 *     assertThat(telemetry.measure(() -> chat.answer(QUESTION))).energy().isBelow(joules(5));
 * }
 * }</pre>
 *
 * <p>All tests of a launch share one session, which is opened at the first use. JUnit configuration parameters, or
 * system properties of the same name: {@code ipw.collectors} chooses the collectors ({@code auto}),
 * {@code ipw.baseline=update} writes baselines into {@code ipw.baseline.directory}
 * ({@code src/test/energy-baselines}), and {@code ipw.report.directory} is the folder of {@code ipw-energy.json},
 * {@code ipw-energy.html} and {@code ipw-energy.md} (the build's folder).
 */
@API(status = API.Status.EXPERIMENTAL)
public final class EnergyExtension implements InvocationInterceptor, ParameterResolver {
    /** Creates the extension, as Jupiter does. */
    public EnergyExtension() {}

    @Override
    public void interceptTestMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> call,
            ExtensionContext context) throws Throwable {
        intercept(invocation, call, context);
    }

    @Override
    public void interceptTestTemplateMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> call,
            ExtensionContext context) throws Throwable {
        intercept(invocation, call, context);
    }

    @Override
    public <T> T interceptTestFactoryMethod(Invocation<T> invocation, ReflectiveInvocationContext<Method> call,
            ExtensionContext context) throws Throwable {
        if (budget(context).isPresent()) {
            throw new ExtensionConfigurationException("@EnergyBudget cannot measure the dynamic tests of "
                    + call.getExecutable().getName()
                    + ". Write a @Test or a @ParameterizedTest, or keep factories out of a"
                    + " class that has a budget");
        }
        return invocation.proceed();
    }

    private static void intercept(Invocation<Void> invocation, ReflectiveInvocationContext<Method> call,
            ExtensionContext context) throws Throwable {
        Optional<EnergyBudget> budget = budget(context);
        if (budget.isEmpty()) {
            invocation.proceed();
            return;
        }
        new BudgetedTest(EnergyResource.of(context), Budget.of(budget.get()), TestName.of(context),
                context::publishReportEntry).run(body(invocation, call));
    }

    /**
     * Returns the body of a test. Jupiter requires that its own call be used once; further calls do the same by
     * reflection.
     */
    private static Repeater.Body body(Invocation<Void> invocation, ReflectiveInvocationContext<Method> call) {
        AtomicInteger calls = new AtomicInteger();
        return () -> {
            int number = calls.incrementAndGet();
            try {
                if (number == 1) {
                    invocation.proceed();
                } else {
                    ReflectionSupport.invokeMethod(call.getExecutable(), call.getTarget().orElse(null),
                            call.getArguments().toArray());
                }
            } catch (AssertionError failed) {
                throw number == 1 ? failed : RepeatedCall.named(failed, number);
            } catch (Exception | Error failed) {
                if (number > 1) {
                    failed.addSuppressed(new RepeatedCall(number));
                }
                throw failed;
            } catch (Throwable failed) {
                throw new UndeclaredThrowableException(failed);
            }
        };
    }

    /** Finds the budget of the method, or otherwise that of the nearest enclosing class. */
    private static Optional<EnergyBudget> budget(ExtensionContext context) {
        Optional<EnergyBudget> found = AnnotationSupport.findAnnotation(context.getTestMethod(), EnergyBudget.class);
        for (Optional<Class<?>> around = context.getTestClass(); found.isEmpty() && around.isPresent();) {
            found = AnnotationSupport.findAnnotation(around.get(), EnergyBudget.class);
            around = Optional.ofNullable(around.get().getEnclosingClass());
        }
        return found;
    }

    /**
     * Returns whether the parameter has the supported type.
     *
     * @return true for {@link TelemetrySession}
     */
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TelemetrySession.class;
    }

    /**
     * Returns the session of all tests.
     *
     * @throws ExtensionConfigurationException if a test with a budget has the session as a parameter
     */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (budget(context).isPresent()
                && context.getTestMethod().filter(parameter.getDeclaringExecutable()::equals).isPresent()) {
            throw new ExtensionConfigurationException("The parameter " + parameter.getParameter().getName() + " of "
                    + parameter.getDeclaringExecutable().getName()
                    + " is a TelemetrySession, and @EnergyBudget measures the"
                    + " test on that session already: what is measured within it would count twice. Leave out the parameter,"
                    + " or the budget");
        }
        return EnergyResource.of(context).session();
    }
}
