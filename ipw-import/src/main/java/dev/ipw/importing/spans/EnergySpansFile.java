package dev.ipw.importing.spans;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A writer of a copy of a file of spans with their joules as attributes, by the names that {@code ipw-opentelemetry}
 * uses; one export request a line. The rest of the file is unchanged.
 */
public final class EnergySpansFile {
    private static final String NAMESPACE = "ipw.energy.";
    private static final String ATTRIBUTES = "attributes";

    private final Map<SpanKey, ChargedSpan> charged = new HashMap<>();

    private EnergySpansFile(SpanAttribution attribution) {
        attribution.spans().forEach(span -> charged.put(span.span().key(), span));
    }

    /**
     * Writes the file.
     *
     * @param attribution the charges of the spans
     * @param spans       the file that they were read from
     * @param target      the file to write, which replaces an existing one
     * @throws ConfigurationException       if both are the same
     * @throws dev.ipw.error.InputException if one cannot be read, or the other not be written
     */
    public static void write(SpanAttribution attribution, Path spans, Path target) {
        try {
            if (Files.exists(target) && Files.isSameFile(spans, target)) {
                throw new ConfigurationException(
                        target + " is the file that the spans are read from. Give another one");
            }
        } catch (IOException unreadable) {
            throw new ConfigurationException("Cannot look at " + target + ": " + AtomicFile.reasonOf(unreadable),
                    unreadable);
        }
        EnergySpansFile file = new EnergySpansFile(attribution);
        AtomicFile.write(target, out -> file.write(spans, out));
    }

    private void write(Path spans, OutputStream out) throws IOException {
        try {
            OtlpDocuments.read(spans, (line, document) -> {
                try {
                    out.write((written(document) + "\n").getBytes(StandardCharsets.UTF_8));
                } catch (IOException full) {
                    throw new UncheckedIOException(full);
                }
            });
        } catch (UncheckedIOException full) {
            throw full.getCause();
        }
    }

    private String written(TreeReader document) {
        TreeBuilder builder = TreeBuilder.object();
        document.asMap().forEach((key, value) -> builder.put(key, copied(value)));
        return builder.json();
    }

    private @Nullable Object copied(@Nullable Object value) {
        if (value instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>(list.size());
            list.forEach(element -> copy.add(copied(element)));
            return copy;
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, element) -> copy.put(String.valueOf(key), copied(element)));
        // Links name spans by the same ids, but have no start.
        if (map.get("traceId") instanceof String trace && map.get("spanId") instanceof String span
                && map.containsKey("startTimeUnixNano")) {
            ChargedSpan known = charged.get(new SpanKey(trace, span));
            if (known != null && known.energy().isPresent()) {
                copy.put(ATTRIBUTES, attributes(map.get(ATTRIBUTES), known));
            }
        }
        return copy;
    }

    private static List<Object> attributes(@Nullable Object before, ChargedSpan span) {
        List<Object> attributes = new ArrayList<>();
        if (before instanceof List<?> list) {
            list.stream().filter(one -> !(one instanceof Map<?, ?> map
                    && String.valueOf(map.get("key")).startsWith(NAMESPACE))).forEach(attributes::add);
        }
        EnergyReading energy = span.energy().orElseThrow();
        energy.joules().ifPresent(joules -> attributes.add(number("joules", joules)));
        energy.lower().ifPresent(joules -> attributes.add(number("lower_joules", joules)));
        energy.upperBound().ifPresent(joules -> attributes.add(number("upper_joules", joules)));
        span.own().flatMap(own -> own.joules().stream().boxed().findFirst())
                .ifPresent(joules -> attributes.add(number("own_joules", joules)));
        span.net().flatMap(net -> net.joules().stream().boxed().findFirst())
                .ifPresent(joules -> attributes.add(number("net_joules", joules)));
        attributes.add(attribute("provenance", text(energy.provenance().name())));
        attributes.add(attribute("source", text(energy.reason().orElse(energy.source()))));
        if (!energy.flags().isEmpty()) {
            attributes.add(attribute("flags", Map.of("arrayValue", Map.of("values",
                    energy.flags().stream().map(EnergyFlag::name).sorted().map(EnergySpansFile::text).toList()))));
        }
        return attributes;
    }

    private static Map<String, Object> number(String name, double value) {
        return attribute(name, Map.of("doubleValue", value));
    }

    private static Map<String, Object> text(String value) {
        return Map.of("stringValue", value);
    }

    private static Map<String, Object> attribute(String name, Map<String, Object> value) {
        Map<String, Object> attribute = new LinkedHashMap<>();
        attribute.put("key", NAMESPACE + name);
        attribute.put("value", value);
        return attribute;
    }
}
