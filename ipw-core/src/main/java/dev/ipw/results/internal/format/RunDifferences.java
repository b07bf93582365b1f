package dev.ipw.results.internal.format;

import dev.ipw.run.RunConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The differences between the settings of two runs. */
public final class RunDifferences {
    /** Settings that change no figure, or that are stored twice. */
    private static final Set<String> LEFT_OUT = Set.of("offline", "eval_concurrency", "eval_timeout_seconds",
            "cool_down_seconds", "calibration", "max_concurrency");
    private static final List<String> PLAIN = List.of("load.");

    private RunDifferences() {}

    public static List<String> between(RunConfiguration was, RunConfiguration now) {
        Map<String, String> before = settings(was);
        Map<String, String> after = settings(now);
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            String first = before.getOrDefault(name, "none");
            String second = after.getOrDefault(name, "none");
            if (!first.equals(second)) {
                differences.add(shown(name) + ": was " + first + ", now " + second);
            }
        }
        return differences;
    }

    private static String shown(String name) {
        return PLAIN.stream().filter(name::startsWith).map(prefix -> name.substring(prefix.length())).findFirst()
                .orElse(name);
    }

    /** Returns the settings that are compared, by name. */
    public static Map<String, String> settings(RunConfiguration run) {
        Map<String, String> settings = new TreeMap<>();
        add(settings, "", RunConfigurationCodec.compared(run)
                .put("accounting", RunAccountingCodec.toTree(run.accounting())).build());
        run.accounting().notAskedFor().forEach(
                path -> settings.keySet().removeIf(name -> name.startsWith("accounting." + path + ".")));
        return settings;
    }

    private static void add(Map<String, String> settings, String path, Map<?, ? extends @Nullable Object> tree) {
        tree.forEach((key, value) -> {
            String name = path + key;
            if (LEFT_OUT.contains(name)) {
                return;
            }
            if (value instanceof Map<?, ?> inner) {
                add(settings, name + ".", inner);
            } else if (value != null) {
                settings.put(name, Objects.toString(value));
            }
        });
    }
}
