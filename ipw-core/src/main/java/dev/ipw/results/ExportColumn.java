package dev.ipw.results;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RequestFailure;
import dev.ipw.record.TokenBasis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Name a column of the flat table of a run's queries. A column of a {@link Dimension} has its name, with the unit behind it
 * where that does not say it.
 *
 * @param name   the column's name, lower case with underscores
 * @param isText true for long texts, which are written only when asked for
 * @param value  gives text, a number or a truth; null if there is none
 */
public record ExportColumn(String name, boolean isText, Function<ProfilingRecord, @Nullable Object> value) {
    private static final double NANOS = 1e9;
    private static final String SECONDS = "seconds";
    private static final List<ExportColumn> KNOWN = known();
    private static final Map<String, ExportColumn> BY_NAME = KNOWN.stream()
            .collect(Collectors.toMap(ExportColumn::name, Function.identity(), (one, same) -> one, LinkedHashMap::new));

    /** Refuse nulls. */
    public ExportColumn {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
    }

    /**
     * List all columns.
     *
     * @return those that are written by default, then the long texts
     */
    public static List<ExportColumn> all() {
        return KNOWN;
    }

    /**
     * List the columns that are written if nobody chooses.
     *
     * @return all but the long texts
     */
    public static List<ExportColumn> usual() {
        return KNOWN.stream().filter(column -> !column.isText).toList();
    }

    /**
     * Find a column.
     *
     * @param name its name, or the name or short name of a dimension
     * @return the column
     * @throws ConfigurationException if there is none; the message names the nearest and all there are
     */
    public static ExportColumn named(String name) {
        ExportColumn exact = BY_NAME.get(name.strip());
        if (exact != null) {
            return exact;
        }
        try {
            return Objects.requireNonNull(BY_NAME.get(nameOf(Dimension.named(name))));
        } catch (ConfigurationException unknown) {
            String nearest = NearestNames.of(name.strip(), BY_NAME.keySet());
            throw new ConfigurationException("There is no column '" + name + "'."
                    + (nearest.isEmpty() ? "" : " Did you mean " + nearest + "?") + " Available: "
                    + String.join(", ", BY_NAME.keySet()), unknown);
        }
    }

    private static List<ExportColumn> known() {
        List<ExportColumn> columns = new ArrayList<>(List.of(
                brief("record_id", record -> record.question().id()),
                brief("model", ProfilingRecord::model),
                brief("subject", record -> record.question().subject().orElse(null)),
                brief("intended_start_seconds", record -> record.outcome().timeline().intendedStartNanos() / NANOS),
                brief("sent_seconds", record -> seconds(record.outcome().timeline().sentNanos())),
                brief("end_seconds", record -> record.outcome().timeline().endNanos() / NANOS),
                brief("failed", ProfilingRecord::hasFailed),
                brief("failure_kind", record -> failure(record, failure -> failure.kind().label())),
                brief("failure_message", record -> failure(record, RequestFailure::message)),
                brief("retries", record -> (long) record.outcome().timeline().departure().retries()),
                brief("finish_reason", record -> record.outcome().finishReason().orElse(null)),
                brief("evaluator", ProfilingRecord::evaluator),
                brief("is_correct", record -> record.isCorrect().orElse(null)),
                brief("verdict", record -> record.evaluation().map(kept -> kept.verdict().label()).orElse(null)),
                brief("verdict_reason", record -> record.evaluation().map(Evaluation::reason).orElse(null)),
                brief("tokens_source", record -> record.metrics().tokens().source().label()),
                brief("time_per_output_token_basis", record -> record.metrics().latency().timePerOutputTokenBasis()
                        .map(TokenBasis::label).orElse(null))));
        Arrays.stream(Dimension.values()).map(ExportColumn::of).forEach(columns::add);
        columns.addAll(energy());
        columns.addAll(List.of(text("problem", record -> record.question().problem()),
                text("expected_answer", record -> record.question().answer()),
                text("answer", record -> record.outcome().answer()),
                text("reasoning", record -> record.outcome().reasoning().orElse(null))));
        return List.copyOf(columns);
    }

    private static List<ExportColumn> energy() {
        return List.of(brief("energy_lower_joules", record -> real(headline(record).lower())),
                brief("energy_upper_joules", record -> real(headline(record).upper())),
                brief("energy_scope", record -> record.metrics().energy().headlineScope()),
                brief("energy_provenance", record -> headline(record).provenance().name()),
                brief("energy_source", record -> headline(record).source()),
                brief("energy_reason", record -> headline(record).reason().orElse(null)),
                brief("energy_flags", record -> headline(record).flags().stream().sorted().map(Enum::name)
                        .collect(Collectors.joining(" "))),
                brief("energy_idle_share_joules",
                        record -> real(record.metrics().energy().breakdown().idleShareJoules())),
                brief("energy_net_joules", record -> real(record.metrics().energy().breakdown().netJoules())),
                brief("gpu_joules", record -> real(record.metrics().energy().joules(Scope.GPU))),
                brief("package_joules", record -> real(record.metrics().energy().joules(Scope.PACKAGE))),
                brief("dram_joules", record -> real(record.metrics().energy().joules(Scope.DRAM))));
    }

    private static ExportColumn of(Dimension dimension) {
        return dimension.unit().equals("tokens")
                ? brief(nameOf(dimension), record -> whole(dimension.of(record)))
                : brief(nameOf(dimension), record -> real(dimension.of(record)));
    }

    private static String nameOf(Dimension dimension) {
        boolean bare = dimension.unit().equals("s") && !dimension.label().endsWith(SECONDS);
        return bare ? dimension.label() + "_" + SECONDS : dimension.label();
    }

    private static ExportColumn brief(String name, Function<ProfilingRecord, @Nullable Object> value) {
        return new ExportColumn(name, false, value);
    }

    private static ExportColumn text(String name, Function<ProfilingRecord, @Nullable Object> value) {
        return new ExportColumn(name, true, value);
    }

    private static EnergyReading headline(ProfilingRecord record) {
        return record.metrics().energy().headline();
    }

    private static @Nullable String failure(ProfilingRecord record, Function<RequestFailure, String> part) {
        Optional<RequestFailure> failure = record.outcome().failure();
        return failure.map(part).orElse(null);
    }

    private static @Nullable Object seconds(OptionalLong nanos) {
        return nanos.isPresent() ? nanos.getAsLong() / NANOS : null;
    }

    private static @Nullable Object whole(OptionalDouble value) {
        return value.isPresent() ? (Object) (long) value.getAsDouble() : null;
    }

    private static @Nullable Object real(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
