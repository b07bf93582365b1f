package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.SettingDifferences;
import dev.ipw.run.RunConfiguration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The differences between the settings of two runs. */
public final class RunDifferences {
    /** Settings that change no figure, or that are stored twice. */
    private static final Set<String> LEFT_OUT = Set.of("offline", "eval_concurrency", "eval_timeout_seconds",
            "cool_down_seconds", "calibration", "max_concurrency");

    private RunDifferences() {}

    public static List<String> between(RunConfiguration was, RunConfiguration now) {
        return SettingDifferences.between(settings(was), settings(now));
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
