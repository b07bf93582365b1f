package dev.ipw.cli.terminal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler of each Ctrl-C. The Java runtime handles only one, and none while it is exiting because of it. Therefore
 * this class uses {@code sun.misc.Signal} of the module {@code jdk.unsupported}, by reflection because the compiler
 * rejects it. Without that module the second Ctrl-C has no effect.
 */
public final class InterruptSignal {
    private static final Logger LOGGER = LoggerFactory.getLogger(InterruptSignal.class);

    private InterruptSignal() {}

    /**
     * Calls an action for each Ctrl-C, each time on a new thread.
     *
     * @param action the action
     */
    public static void handle(Runnable action) {
        handle("INT", action);
    }

    /**
     * Calls an action for each signal of a kind, each time on a new thread.
     *
     * @param name   the signal, without SIG
     * @param action the action
     */
    public static void handle(String name, Runnable action) {
        try {
            Class<?> signals = Class.forName("sun.misc.Signal");
            Class<?> handlers = Class.forName("sun.misc.SignalHandler");
            InvocationHandler invocation = (proxy, method, arguments) -> {
                return switch (method.getName()) {
                    case "handle" -> {
                        action.run();
                        yield null;
                    }
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> false;
                    default -> "handler of " + name;
                };
            };
            Object handler = Proxy.newProxyInstance(InterruptSignal.class.getClassLoader(), new Class<?>[]{handlers},
                    invocation);
            Object interrupt = signals.getConstructor(String.class).newInstance(name);
            Object before = signals.getMethod("handle", signals, handlers).invoke(null, interrupt, handler);
            if (handlers.getField("SIG_IGN").get(null).equals(before)) {
                // A process that was started in the background with the signal ignored must keep ignoring it.
                signals.getMethod("handle", signals, handlers).invoke(null, interrupt, before);
            }
        } catch (ReflectiveOperationException | IllegalArgumentException unknown) {
            LOGGER.debug("The signal {} is not heard here", name, unknown);
        }
    }
}
