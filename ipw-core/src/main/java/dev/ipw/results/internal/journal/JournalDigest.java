package dev.ipw.results.internal.journal;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.ActiveTimes;
import dev.ipw.energy.attribution.internal.activity.OpenQuery;
import dev.ipw.energy.internal.TimeSpans;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.internal.LateStarts;
import dev.ipw.query.ModelCall;
import dev.ipw.query.ToolSpan;
import dev.ipw.results.internal.format.MetadataColumn;
import dev.ipw.run.PhaseTime;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunShard;
import dev.ipw.run.RunSummary.Resumption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * A summary of a run's journal, used before its queries are read one by one: 24 bytes of each call, however long its
 * answer is. A query that did not reach the server and was asked again counts once, with its last outcome. The calls of
 * a query without an end, because the process was killed or the run ended, are abandoned: they used joules, and belong
 * to no query.
 */
public final class JournalDigest {
    // The time that a device is given to settle after a call.
    private static final long MAX_PLAIN_QUERY_NANOS = 1_000_000_000L;
    private static final Set<RunPhase> WORKING = EnumSet.of(RunPhase.WARMING_UP, RunPhase.EVALUATING,
            RunPhase.FINISHING);

    private final RunJournals journals;
    private Path file;
    private final List<Shard> shards = new ArrayList<>();
    private final List<RunPart> parts = new ArrayList<>();
    private final MetadataColumn.Choice metadata = new MetadataColumn.Choice();
    private final ActiveTimes times = new ActiveTimes();
    private final ActiveTimes episodes = new ActiveTimes();
    private final RecordIds finished = new RecordIds();
    private final EvaluatedAnswers judged = new EvaluatedAnswers();
    private final Map<String, List<Call>> pending = new LinkedHashMap<>();
    private final Map<String, OpenQuery> open = new LinkedHashMap<>();
    private final BitSet abandoned = new BitSet();
    private final BitSet ignored = new BitSet();
    private final Set<String> evaluators = new LinkedHashSet<>();
    private final BitSet repeated = new BitSet();
    private final LateStarts lateStarts = new LateStarts();
    private final Map<String, Unsent> unsent = new LinkedHashMap<>();
    private final List<RunConfiguration> configurations = new ArrayList<>();
    private Optional<RunValidity> runValidity = Optional.empty();
    private JournalDamage damage;
    private JudgeCallCounts judgeCalls = JudgeCallCounts.NONE;
    private int judgedParts;
    private int entries;
    private int callEntries;
    private int queries;
    private int repeatedQueries;
    private int answers;
    private long chunks;

    private JournalDigest(RunJournals journals) {
        this.journals = journals;
        file = journals.files().getFirst().file();
        damage = new JournalDamage(file);
    }

    /**
     * Reads a journal once.
     *
     * @throws InputException if it is missing or damaged
     */
    public static JournalDigest of(Path file) {
        return of(new RunJournals(List.of(new RunJournals.ShiftedJournal(file, 0))), called -> {});
    }

    /**
     * Reads the journals of a run one after the other, each once, and passes each call on.
     *
     * @throws InputException if one is missing or damaged, or two have the same record
     */
    public static JournalDigest of(RunJournals journals, CallTaker calls) {
        JournalDigest digest = new JournalDigest(journals);
        journals.files().forEach(journal -> digest.read(journal, calls));
        digest.unsent.values().forEach(query -> digest.count(query.calls));
        return digest;
    }

    private void read(RunJournals.ShiftedJournal journal, CallTaker calls) {
        file = journal.file();
        calls.beginJournal();
        shards.add(new Shard(entries, callEntries, new RecordIds(), new ArrayList<>()));
        damage = JournalReader.read(journal, entry -> {
            take(entry);
            if (entry instanceof JournalEntry.Called called) {
                calls.take(called);
            }
        });
        abandonPending();
        if (journals.files().size() > 1) {
            configuration(shards.size() - 1);
            damage.lines().ifPresent(lines -> {
                throw new InputException(lines + ". Copy the file again, or run the shard again");
            });
        }
    }

    private void take(JournalEntry entry) {
        switch (entry) {
            case JournalEntry.Begun begun -> {
                configurations.add(begun.configuration());
                parts.add(new RunPart(begun.configuration().clock(), shards.size() - 1,
                        begun.configuration().shard().map(RunShard::attempt)));
            }
            case JournalEntry.Resumed resumed -> {
                abandonPending();
                parts.add(new RunPart(resumed.clock(), shards.size() - 1, resumed.attempt()));
            }
            case JournalEntry.Called called -> take(called);
            case JournalEntry.Finished query -> take(query);
            case JournalEntry.Evaluated verdict -> judged.add(verdict);
            case JournalEntry.JudgesAsked asked -> {
                part().addJudging(asked.inFlight());
                judgeCalls = judgeCalls.plus(asked);
            }
            case JournalEntry.Warned warned -> shards.getLast().warnings.add(warned.message());
            case JournalEntry.TimesJudged judgement -> {
                judgedParts++;
                runValidity = runValidity.map(judgement.validity()::and).or(() -> Optional.of(judgement.validity()));
            }
            case JournalEntry.PhaseTimed timed -> take(timed.time());
        }
    }

    private void take(PhaseTime time) {
        part().addPhase(time.phase(), new TimeSpan(time.startNanos(), time.endNanos()));
        // While one shard works, a pause of the others is not quiet.
        if (journals.files().size() > 1 && WORKING.contains(time.phase())) {
            episodes.add(time.startNanos(), time.endNanos());
        }
    }

    private void take(JournalEntry.Called called) {
        ModelCall call = called.call();
        part().addRequest(call.startNanos(), call.endNanos());
        lateStarts.add(call.timeline(), call.failure().isEmpty());
        pending.computeIfAbsent(called.queryId(), id -> new ArrayList<>()).add(new Call(callEntries++,
                call.startNanos(), call.endNanos(), call.timeline().chunkNanos().length, call.reachedServer()));
    }

    private void take(JournalEntry.Finished query) {
        String id = query.question().id();
        int entry = entries++;
        requireOneShard(id);
        List<Call> calls = Optional.ofNullable(pending.remove(id)).orElse(List.of());
        addEpisode(query, calls);
        if (calls.size() != query.calls()) {
            // A call whose line is damaged is unknown, and a query without it is incomplete.
            repeated.set(entry);
            calls.forEach(this::abandon);
            return;
        }
        boolean stands = calls.isEmpty() ? query.failure().isEmpty() : calls.getLast().reachedServer;
        Optional.ofNullable(unsent.remove(id)).ifPresent(earlier -> {
            repeated.set(earlier.entry);
            repeatedQueries++;
            open.remove(id);
            earlier.part.removeQuery();
            earlier.calls.forEach(this::abandon);
        });
        part().addRequest(query.intendedStartNanos(), query.endNanos());
        // Phases around the first and the last query are measured too.
        query.phases().forEach(phase -> part().addRequest(phase.startNanos(), phase.endNanos()));
        if (query.failure().isEmpty()) {
            part().addAnswer();
        }
        metadata.add(query.question());
        evaluators.add(query.evaluator());
        if (query.evaluator().equals(Evaluators.NONE)) {
            judged.addUnjudgeable(id);
        }
        queries++;
        part().addQuery();
        if (isEpisode(query, calls)) {
            open.put(id, opened(query, calls));
        }
        if (stands) {
            finished.add(id);
            answers += query.failure().isEmpty() ? 1 : 0;
            count(calls);
        } else {
            unsent.put(id, new Unsent(entry, calls, part()));
        }
    }

    /** Refuses a record that another shard has too: it would count twice. */
    private void requireOneShard(String id) {
        if (journals.files().size() == 1) {
            return;
        }
        long key = RecordIds.keyOf(id);
        for (int shard = 0; shard < shards.size() - 1; shard++) {
            if (shards.get(shard).ids.contains(key)) {
                throw new InputException("The record '" + id + "' is in two shards: "
                        + journals.files().get(shard).file().toAbsolutePath() + " and " + file.toAbsolutePath()
                        + ". Each question belongs to one shard; remove the folder that is not of this run");
            }
        }
        shards.getLast().ids.add(key);
    }

    private static boolean isEpisode(JournalEntry.Finished query, List<Call> calls) {
        return calls.size() > 1 || !query.tools().isEmpty() || !query.phases().isEmpty();
    }

    /** Adds the whole time of an agent's query, because its work between calls is not all in its tools. */
    private void addEpisode(JournalEntry.Finished query, List<Call> calls) {
        long besideCallsNanos = query.endNanos() - query.intendedStartNanos()
                - calls.stream().mapToLong(call -> call.endNanos - call.startNanos).sum();
        if (isEpisode(query, calls) || calls.size() != query.calls()
                || besideCallsNanos > MAX_PLAIN_QUERY_NANOS) {
            episodes.add(Math.min(query.intendedStartNanos(), query.endNanos()), query.endNanos());
            query.phases().forEach(phase -> episodes.add(phase.startNanos(), phase.endNanos()));
        }
    }

    private static OpenQuery opened(JournalEntry.Finished query, List<Call> calls) {
        long start = LongStream.concat(calls.stream().mapToLong(Call::startNanos),
                query.tools().stream().mapToLong(ToolSpan::startNanos)).min().orElse(query.endNanos());
        return new OpenQuery(query.question().id(), start, Math.max(start, query.endNanos()), query.tools().stream()
                .map(tool -> new TimeSpan(tool.startNanos(), tool.endNanos())).toList(),
                query.phases().stream()
                        .map(phase -> new TimeSpan(phase.startNanos(), phase.endNanos())).toList());
    }

    private void count(List<Call> calls) {
        for (Call call : calls) {
            times.add(call.startNanos, call.endNanos);
            chunks += call.chunks;
        }
    }

    /** Abandons a call. One that never reached the server used nothing. */
    private void abandon(Call call) {
        if (call.reachedServer) {
            abandoned.set(call.entry);
            count(List.of(call));
        } else {
            ignored.set(call.entry);
        }
    }

    /** Abandons the queries without an end: nothing shows how long they worked on. */
    private void abandonPending() {
        pending.values().forEach(calls -> {
            long start = calls.getFirst().startNanos;
            episodes.add(start, Math.max(start, part().measured().orElseThrow().endNanos()));
            calls.forEach(this::abandon);
        });
        pending.clear();
    }

    private RunPart part() {
        if (parts.isEmpty()) {
            throw notBegun();
        }
        return parts.getLast();
    }

    private InputException notBegun() {
        return new InputException(file.toAbsolutePath()
                + " does not begin with the run's configuration; the run ended before anything was asked");
    }

    /**
     * Returns the run's configuration.
     *
     * @throws InputException if the run was killed before it was written
     */
    public RunConfiguration configuration() {
        return configuration(0);
    }

    /**
     * Returns the configuration of a shard.
     *
     * @param shard the place of its journal among the run's
     */
    public RunConfiguration configuration(int shard) {
        if (configurations.size() <= shard) {
            throw notBegun();
        }
        return configurations.get(shard);
    }

    boolean isBegun() {
        return !configurations.isEmpty();
    }

    /** Returns whether the run has several journals, whose parts overlap in time. */
    public boolean hasShards() {
        return shards.size() > 1;
    }

    /** Counts the journals. */
    public int journalCount() {
        return shards.size();
    }

    /** Returns the journals that were read. */
    RunJournals journals() {
        return journals;
    }

    /** Returns the place of a shard's first query among the ends of all queries. */
    int firstQuery(int shard) {
        return shards.get(shard).firstQuery;
    }

    /** Returns the place of a shard's first call among all calls. */
    public int firstCall(int shard) {
        return shards.get(shard).firstCall;
    }

    /** Returns the place of the journal that has a call, given by its place among all calls. */
    public int shardOf(int call) {
        int shard = shards.size() - 1;
        while (shards.get(shard).firstCall > call) {
            shard--;
        }
        return shard;
    }

    /** Returns the place of the journal that has a query. */
    public int shardOfQuery(String id) {
        long key = RecordIds.keyOf(id);
        int shard = shards.size() - 1;
        while (shard > 0 && !shards.get(shard).ids.contains(key)) {
            shard--;
        }
        return shard;
    }

    public List<RunPart> parts() {
        return parts;
    }

    /** Returns the parts with the times of calls to judges, none of which overlaps another. */
    public List<RunPart> judgingParts() {
        return hasShards() ? List.of(RunPart.judgingOf(parts)) : parts;
    }

    public List<String> warnings() {
        return shards.stream().flatMap(shard -> shard.warnings.stream()).toList();
    }

    /** Returns the warnings of each shard. */
    public List<List<String>> warningsOfShards() {
        return shards.stream().map(Shard::warnings).toList();
    }

    /** Returns the lines that are omitted because they do not fit their checksums. */
    public JournalDamage damage() {
        return damage;
    }

    /** Returns whether the times of all parts are reliable; empty if no part recorded it. */
    public Optional<RunValidity> runValidity() {
        Optional<RunValidity> judged = parts.size() < 2 ? runValidity : runValidity.map(lateStarts::judgedOver);
        long cutOff = parts.stream().filter(RunPart::hasAnswers).count() - judgedParts;
        return cutOff <= 0
                ? judged
                : judged.map(known -> known.doubted(cutOff + " of " + parts.size()
                        + " parts of this run were cut off before the validity of their times was known; run it again"
                        + " where that matters"));
    }

    public MetadataColumn metadata() {
        return metadata.column();
    }

    /** Returns the times of the calls that count, including abandoned ones. */
    public ActiveTimes times() {
        return times;
    }

    /**
     * Returns the times of work for queries: of calls, of the phases around queries, and from the beginning to the end
     * of each query that has several calls, or tools, or took longer than its call.
     */
    public ActiveTimes work() {
        return times.with(episodes);
    }

    /** Returns the ids of the queries that need not be asked again. */
    RecordIds finished() {
        return finished;
    }

    /** Returns the number of queries that ended, each counted once. */
    int queries() {
        return queries - repeatedQueries;
    }

    /** Lists the queries with several calls, or with tools, that ended. */
    public List<OpenQuery> openQueries() {
        return List.copyOf(open.values());
    }

    /** Returns whether a call, given by its place among the journal's calls, belongs to a query without an end. */
    public boolean isAbandoned(int call) {
        return abandoned.get(call);
    }

    /**
     * Returns whether a call, given by its place among the journal's calls, used nothing and belongs to no query that
     * counts.
     */
    public boolean isIgnored(int call) {
        return ignored.get(call);
    }

    /** Returns the number of evaluations of each answer. */
    public EvaluatedAnswers judged() {
        return judged;
    }

    /** Returns the number of calls to judges. */
    public JudgeCallCounts judgeCalls() {
        return judgeCalls;
    }

    /** Returns the number of answers without a verdict and with fewer than a maximum of evaluations. */
    int unjudged(int mostAttempts) {
        return answers - judged.size() + judged.unscored(mostAttempts);
    }

    /** Returns the evaluators of all queries. */
    Set<String> evaluators() {
        return evaluators;
    }

    /**
     * Returns whether a query's end, given by its place among all ends, does not count, because the query was asked
     * again or is incomplete.
     */
    boolean isRepeated(int entry) {
        return repeated.get(entry);
    }

    /** Returns the average number of chunks of an answer. */
    public double chunksPerRequest() {
        return times.size() == 0 ? 0 : (double) chunks / times.size();
    }

    /** Lists the measurement windows, in order. Without any, there is one of zero length. */
    public List<TimeSpan> measured() {
        List<TimeSpan> windows = parts.stream().map(RunPart::measured).flatMap(Optional::stream).toList();
        List<TimeSpan> measured = hasShards() ? TimeSpans.merged(windows) : windows;
        return measured.isEmpty() ? List.of(new TimeSpan(0, 0)) : measured;
    }

    public long measuredNanos() {
        return measured().stream().mapToLong(TimeSpan::nanos).sum();
    }

    /** Returns the part of the run by the processes that resumed it; empty if none did. */
    public Optional<Resumption> resumption() {
        if (parts.size() < 2 || hasShards()) {
            return Optional.empty();
        }
        long paused = 0;
        long last = parts.getFirst().lastNanos();
        for (RunPart part : parts.subList(1, parts.size())) {
            paused += Math.max(0, part.firstNanos().orElse(last) - last);
            last = Math.max(last, part.lastNanos());
        }
        long kept = parts.getFirst().queries();
        return Optional.of(new Resumption(parts.size() - 1, kept, queries() - kept, Duration.ofNanos(paused)));
    }

    /** Returns the last moment that the journal has. */
    public long lastNanos() {
        return parts.stream().mapToLong(RunPart::lastNanos).max().orElse(0);
    }

    /** The receiver of the calls of a run's journals. */
    @FunctionalInterface
    public interface CallTaker {
        /** Takes the next call. */
        void take(JournalEntry.Called called);

        /** Begins the calls of the next journal. */
        default void beginJournal() {}
    }

    private record Call(int entry, long startNanos, long endNanos, int chunks, boolean reachedServer) {}

    private record Shard(int firstQuery, int firstCall, RecordIds ids, List<String> warnings) {}

    private record Unsent(int entry, List<Call> calls, RunPart part) {}
}
