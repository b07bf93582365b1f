package dev.ipw.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hear each Ctrl-C. The Java runtime offers no way of its own: it hears one, and none while it is leaving because of it. So
 * this asks {@code sun.misc.Signal} of the module {@code jdk.unsupported}, by name, as the compiler refuses to know it; where
 * it is missing, the second Ctrl-C is not heard.
 */
final class InterruptSignal {
    private static final Logger LOGGER = LoggerFactory.getLogger(InterruptSignal.class);

    private InterruptSignal() {}

    /**
     * Call an action for each Ctrl-C, each time on a thread of its own.
     *
     * @param action what to do
     */
    static void handle(Runnable action) {
        handle("INT", action);
    }

    /**
     * Call an action for each signal of a kind, each time on a thread of its own.
     *
     * @param name   the signal, without SIG
     * @param action what to do
     */
    static void handle(String name, Runnable action) {
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
                // Whoever started this process in the background wants it to go on.
                signals.getMethod("handle", signals, handlers).invoke(null, interrupt, before);
            }
        } catch (ReflectiveOperationException | IllegalArgumentException unknown) {
            LOGGER.debug("The signal {} is not heard here", name, unknown);
        }
    }
}
