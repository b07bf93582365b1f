package dev.ipw.junit;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The name of a test, by which the next build finds it again, regardless of where it is started. */
final class TestName {
    private static final Pattern INVOCATION = Pattern.compile("-invocation:#(\\d+)]");

    private TestName() {}

    /** Returns for example {@code com.acme.ChatTests.answers(int)#2}, the second of the invocations of a template. */
    static String of(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        String parameters = Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")"));
        Matcher invocations = INVOCATION.matcher(context.getUniqueId());
        String numbers = invocations.results().map(found -> "#" + found.group(1)).collect(Collectors.joining());
        return context.getRequiredTestClass().getName() + "." + method.getName() + parameters + numbers;
    }
}
