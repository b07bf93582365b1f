package dev.ipw.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.io.TempDir;

/**
 * An extension that fails a test which leaves the key {@link Canary} in one of its temporary folders. The service
 * loader finds it, so it applies to every test of a module with this one on its class path.
 */
public final class CanaryScan implements InvocationInterceptor, AfterAllCallback {
    /** Makes the extension, as the service loader does. */
    public CanaryScan() {}

    @Override
    public void interceptTestMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> called,
            ExtensionContext context) throws Throwable {
        invocation.proceed();
        scan(called, context);
    }

    @Override
    public void interceptTestTemplateMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> called,
            ExtensionContext context) throws Throwable {
        invocation.proceed();
        scan(called, context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Set<Path> folders = new LinkedHashSet<>();
        context.getTestClass().ifPresent(type -> addFields(folders, type, null));
        scan(folders);
    }

    private static void scan(ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        Set<Path> folders = new LinkedHashSet<>();
        context.getRequiredTestInstances().getAllInstances()
                .forEach(instance -> addFields(folders, instance.getClass(), instance));
        Annotation[][] annotations = called.getExecutable().getParameterAnnotations();
        List<Object> arguments = called.getArguments();
        for (int at = 0; at < Math.min(annotations.length, arguments.size()); at++) {
            for (Annotation annotation : annotations[at]) {
                if (annotation instanceof TempDir) {
                    add(folders, arguments.get(at));
                }
            }
        }
        scan(folders);
    }

    /** Adds the folders of an instance, or those of its class where there is none. */
    private static void addFields(Set<Path> folders, Class<?> type, @Nullable Object instance) {
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                boolean isOfClass = Modifier.isStatic(field.getModifiers());
                if (field.isAnnotationPresent(TempDir.class) && isOfClass == (instance == null)) {
                    add(folders, value(field, instance));
                }
            }
        }
    }

    private static Object value(Field field, @Nullable Object instance) {
        try {
            field.setAccessible(true);
            Object value = field.get(instance);
            return value == null ? "none" : value;
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("Tests lie on the class path", impossible);
        }
    }

    private static void add(Set<Path> folders, Object folder) {
        if (folder instanceof Path path) {
            folders.add(path);
        } else if (folder instanceof File file) {
            folders.add(file.toPath());
        }
    }

    private static void scan(Collection<Path> folders) {
        for (Path folder : folders) {
            try {
                List<Path> leaks = Files.isDirectory(folder) ? Canary.filesIn(folder) : List.of();
                if (!leaks.isEmpty()) {
                    throw new AssertionError("These files hold a key, or 12 characters of it: " + leaks);
                }
            } catch (IOException | UncheckedIOException closed) {
                // Files that the test removed or locked cannot be published.
                continue;
            }
        }
    }
}
