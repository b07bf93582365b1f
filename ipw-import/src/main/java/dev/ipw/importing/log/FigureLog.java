package dev.ipw.importing.log;

import dev.ipw.error.InputException;
import dev.ipw.importing.lines.LogLines;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.results.internal.finishing.AttributionResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The joules of requests by the figures of a tool, or the true ones: one request a line, as
 * {@code ipw attribute --json} writes them, or one JSON object of joules, or of such objects, by id.
 */
public final class FigureLog {
    private static final long MAX_BYTES = 1L << 30;
    private static final String REQUESTS = "requests";

    private final Map<String, Figure> figures = new LinkedHashMap<>();

    private FigureLog() {}

    /**
     * Makes a log of the figures of an attribution.
     *
     * @param attribution the attribution
     * @return its figures, without requests that have no joules
     */
    public static FigureLog of(AttributionResult attribution) {
        FigureLog log = new FigureLog();
        attribution.requests().stream().filter(request -> request.joules().isPresent())
                .forEach(request -> log.figures.put(request.id(), new Figure(request.joules().getAsDouble(),
                        request.reading().lower(), request.reading().upperBound(), request.prefillJoules())));
        return log;
    }

    /**
     * Reads a file.
     *
     * @param file JSON lines or JSON
     * @return its figures
     * @throws InputException if the file cannot be read or has no figures
     */
    public static FigureLog read(Path file) {
        FigureLog log = new FigureLog();
        String text = new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
        if (!log.takeDocument(file, text)) {
            LogLines.read(file, SampleLog.MAX_LINE_BYTES, (number, line) -> log.takeLine(line));
        }
        if (log.figures.isEmpty()) {
            throw new InputException(file + " holds no figures. Each line needs id and joules, or the file is one JSON"
                    + " object of joules by id");
        }
        return log;
    }

    /**
     * Lists the figures.
     *
     * @return the figures by the ids of the requests
     */
    public Map<String, Figure> figures() {
        return Collections.unmodifiableMap(figures);
    }

    private boolean takeDocument(Path file, String text) {
        Object document;
        try {
            document = Json.toPlain(Json.parse(text));
        } catch (JsonSyntaxException manyLines) {
            return false;
        }
        if (document instanceof List<?> list) {
            list.forEach(element -> takeLine(object(file.toString(), element)));
        } else if (document instanceof Map<?, ?> map && !map.containsKey("id")) {
            Object requests = map.containsKey(REQUESTS) ? map.get(REQUESTS) : map;
            if (requests instanceof List<?> list) {
                list.forEach(element -> takeLine(object(file + ": requests", element)));
            } else if (requests instanceof Map<?, ?> byId) {
                byId.forEach((id, figure) -> take(file, String.valueOf(id), figure));
            }
        } else {
            return false;
        }
        return true;
    }

    private void take(Path file, String id, Object figure) {
        if (figure instanceof Number joules) {
            put(file.toString(), id, new Figure(joules.doubleValue(), OptionalDouble.empty(), OptionalDouble.empty(),
                    OptionalDouble.empty()));
        } else {
            take(id, object(file + ": " + id, figure));
        }
    }

    @SuppressWarnings("unchecked")
    private static TreeReader object(String place, Object value) {
        if (value instanceof Map<?, ?> map) {
            return TreeReader.of(place, (Map<String, Object>) map);
        }
        throw new InputException(place + " must be an object with id and joules, not " + value);
    }

    private void takeLine(TreeReader line) {
        Object id = line.asMap().get("id");
        // The last line of an attribution has the totals.
        if (id != null || !line.asMap().containsKey("total")) {
            take(id instanceof Number ? id.toString() : line.text("id"), line);
        }
    }

    private void take(String id, TreeReader line) {
        Optional<Double> joules = Optional.ofNullable(line.asMap().get("joules")).filter(Number.class::isInstance)
                .map(number -> ((Number) number).doubleValue());
        if (joules.isPresent()) {
            put(id, id, new Figure(joules.get(), line.optionalReal("lower"), line.optionalReal("upper"),
                    line.optionalReal("prefill_joules")));
        } else if (!line.asMap().containsKey("reason") && line.asMap().containsKey("joules")) {
            line.real("joules");
        }
    }

    private void put(String place, String id, Figure figure) {
        if (!Double.isFinite(figure.joules()) || figures.putIfAbsent(id, figure) != null) {
            throw new InputException(place + ": request " + id + " needs one figure in joules");
        }
    }

    /**
     * The joules of one request.
     *
     * @param joules        the figure
     * @param lower         its lower bound
     * @param upper         its upper bound
     * @param prefillJoules its part before the first token
     */
    public record Figure(double joules, OptionalDouble lower, OptionalDouble upper, OptionalDouble prefillJoules) {}
}
