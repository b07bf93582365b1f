package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Efficiency.QueryCoverage;
import dev.ipw.analysis.internal.EfficiencyGatherer;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import dev.ipw.run.RunSummary;
import dev.ipw.statistics.internal.Clusters;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The compared figures of each query of a run, in columns of plain numbers, so that memory is enough for millions. A
 * figure that was not measured is NaN inside these columns and nowhere else. Questions are identified by 64-bit hashes
 * of their id and their text: among a million questions two have the same hash with a chance of 1 in 30 million. Of a
 * run that memory does not hold, the columns have a random sample of the questions, the same in every run.
 */
final class RunColumns implements RecordGatherer {
    static final byte WRONG = 0;
    static final byte RIGHT = 1;
    private static final byte UNJUDGED = -1;
    private static final int MIN = 16;
    private static final int DIGITS = 11;
    /** The powers of ten that a double represents exactly. */
    private static final double[] POWERS = IntStream.rangeClosed(0, 22)
            .mapToDouble(power -> Double.parseDouble("1e" + power))
            .toArray();

    /** A margin over the expected size of a sample. */
    private static final double MARGIN = 1.02;

    private final String name;
    private final Path path;
    private final double share;
    private long queries;
    private final RunSummary summary;
    private final Map<Dimension, double[]> figures = new EnumMap<>(Dimension.class);
    private final Set<Provenance> provenances = EnumSet.noneOf(Provenance.class);
    private long[] ids;
    private long[] questions;
    private boolean repeatsQuestions;
    private long[] contents;
    private byte[] correct;
    private int rows;
    private long failed;
    private final EfficiencyGatherer answers = new EfficiencyGatherer();
    private double[] seconds;
    private double[] tokens;
    private boolean hasShares;
    private @Nullable Efficiency efficiency;

    private RunColumns(ComparedRun run, String name, Set<Dimension> dimensions, double share) {
        this.name = name;
        this.share = share;
        path = run.path();
        summary = run.summary();
        int expected = Math.clamp((long) (summary.totals().queries() * Math.min(1, MARGIN * share)), MIN, 1 << 24);
        ids = new long[expected];
        questions = new long[expected];
        contents = new long[expected];
        correct = new byte[expected];
        seconds = new double[expected];
        tokens = new double[expected];
        dimensions.forEach(dimension -> figures.put(dimension, new double[expected]));
    }

    /** Reads a run once. */
    static RunColumns read(ComparedRun run, String name, Set<Dimension> dimensions) {
        return read(run, name, dimensions, 1);
    }

    /** Reads a share of the questions of a run, drawn by the hash of their ids. */
    static RunColumns read(ComparedRun run, String name, Set<Dimension> dimensions, double share) {
        RunColumns columns = new RunColumns(run, name, dimensions, share);
        run.forEachQuery(columns::add);
        return columns.finish();
    }

    /** Prepares for the queries of a run. */
    static RunColumns expecting(ComparedRun run, String name, Set<Dimension> dimensions) {
        return new RunColumns(run, name, dimensions, 1);
    }

    /** Releases the room of queries that did not arrive. */
    RunColumns finish() {
        resize(rows);
        return this;
    }

    @Override
    public void add(RecordedQuery record) {
        queries++;
        failed += record.hasFailed() ? 1 : 0;
        answers.add(record);
        EnergyReading headline = record.headline();
        hasShares |= headline.flags().contains(EnergyFlag.ATTRIBUTED);
        if (headline.isComplete()) {
            provenances.add(headline.provenance());
        }
        if (share == 1 || isDrawn(Clusters.key(record.questionId()))) {
            addRow(record);
        }
    }

    /** Returns whether a question is in the sample; all answers to a question are, or none. */
    private boolean isDrawn(long question) {
        long mixed = (question ^ (question >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return ((mixed ^ (mixed >>> 31)) >>> 11) * 0x1p-53 < share;
    }

    private void addRow(RecordedQuery record) {
        if (rows == ids.length) {
            resize(Math.addExact(rows, rows / 2));
        }
        DatasetRecord question = record.question();
        ids[rows] = Clusters.key(question.id());
        questions[rows] = Clusters.key(question.questionId());
        repeatsQuestions |= question.epoch() > 1;
        long content = Clusters.key(Clusters.key(question.problem()), question.answer());
        for (String choice : question.choices()) {
            content = Clusters.key(content, choice);
        }
        contents[rows] = content;
        correct[rows] = record.isCorrect().map(right -> right ? RIGHT : WRONG).orElse(UNJUDGED);
        seconds[rows] = record.totalSeconds();
        tokens[rows] = record.hasFailed() ? 0 : record.outputTokens().orElse(0);
        figures.forEach((dimension, column) -> column[rows] = rounded(dimension.of(record).orElse(Double.NaN)));
        rows++;
    }

    private void resize(int size) {
        if (size != ids.length) {
            ids = Arrays.copyOf(ids, size);
            questions = Arrays.copyOf(questions, size);
            contents = Arrays.copyOf(contents, size);
            correct = Arrays.copyOf(correct, size);
            seconds = Arrays.copyOf(seconds, size);
            tokens = Arrays.copyOf(tokens, size);
            figures.replaceAll((dimension, column) -> Arrays.copyOf(column, size));
        }
    }

    /** Rounds to eleven digits, so that quotients that differ only by rounding count as ties. */
    private static double rounded(double figure) {
        if (!Double.isFinite(figure)) {
            return Double.NaN;
        }
        int shift = figure == 0 ? 0 : DIGITS - 1 - (int) Math.floor(Math.log10(Math.abs(figure)));
        if (Math.abs(shift) >= POWERS.length) {
            return figure;
        }
        return shift >= 0
                ? Math.rint(figure * POWERS[shift]) / POWERS[shift]
                : Math.rint(figure / POWERS[-shift]) * POWERS[-shift];
    }

    String name() {
        return name;
    }

    Path path() {
        return path;
    }

    RunSummary summary() {
        return summary;
    }

    /** Returns how reliable the times are; those of a run of unknown validity count as valid. */
    Trust times() {
        return summary.validity().map(RunValidity::level).orElse(Trust.VALID);
    }

    /** Returns whether joules of queries are shares of their joint use. */
    boolean hasShares() {
        return hasShares;
    }

    int rows() {
        return rows;
    }

    /** Returns the number of the run's queries, which exceeds that of the rows in a sample. */
    long queries() {
        return queries;
    }

    long failed() {
        return failed;
    }

    /** Returns the provenance of the joules of the queries that have them. */
    Set<Provenance> provenances() {
        return provenances;
    }

    double[] figures(Dimension dimension) {
        double[] column = figures.get(dimension);
        if (column == null) {
            throw new IllegalArgumentException("The column " + dimension + " was not read");
        }
        return column;
    }

    /** Returns the joules charged to each query, with the mean power of the others where they are unknown. */
    double[] filledJoules() {
        double[] joules = figures(Dimension.ENERGY_JOULES).clone();
        double known = 0;
        double knownSeconds = 0;
        for (int row = 0; row < rows; row++) {
            known += Double.isNaN(joules[row]) ? 0 : joules[row];
            knownSeconds += Double.isNaN(joules[row]) ? 0 : seconds[row];
        }
        double watts = knownSeconds > 0 ? known / knownSeconds : 0;
        Arrays.setAll(joules, row -> Double.isNaN(joules[row]) ? watts * seconds[row] : joules[row]);
        return joules;
    }

    /** Returns the share of the queries, and of their time, that a figure covers. */
    QueryCoverage coverage(Dimension dimension) {
        QueryCoverage.Tally tally = new QueryCoverage.Tally();
        double[] column = figures(dimension);
        IntStream.range(0, rows).forEach(row -> tally.add(!Double.isNaN(column[row]), seconds[row]));
        return tally.finish();
    }

    /** Returns the efficiency of the run. */
    Efficiency efficiency() {
        if (efficiency == null) {
            efficiency = answers.finish(summary.totals());
        }
        return efficiency;
    }

    double seconds(int row) {
        return seconds[row];
    }

    /** Returns the tokens of a whole answer; 0 for a failed request. */
    double tokens(int row) {
        return tokens[row];
    }

    boolean wasJudged(int row) {
        return correct[row] != UNJUDGED;
    }

    byte[] correct() {
        return correct;
    }

    long id(int row) {
        return ids[row];
    }

    /** Returns the question of each query. */
    long[] questions() {
        return questions.clone();
    }

    /** Returns whether a question comes several times. */
    boolean repeatsQuestions() {
        return repeatsQuestions;
    }

    long content(int row) {
        return contents[row];
    }
}
