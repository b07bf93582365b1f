package dev.ipw.results;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.Turn;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.ActiveTimes;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluators;
import dev.ipw.quality.RunVerdict;
import dev.ipw.record.RequestOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Hold what is to be known of a run's journal before its requests are gone through one by one: of each request 24 bytes,
 * however long its answer is. A request that never reached the server and was asked again counts once, with what came of
 * it the last time.
 */
final class JournalDigest {
    private final Path file;
    private final boolean holdsTurns;
    private final List<RunPart> parts = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final MetadataColumn.Choice metadata = new MetadataColumn.Choice();
    private final ActiveTimes times = new ActiveTimes();
    private final RecordIds finished = new RecordIds();
    private final JudgedAnswers judged = new JudgedAnswers();
    private final Map<String, String> turnAnswers = new HashMap<>();
    private final Set<String> unreached = new HashSet<>();
    private final Set<String> evaluators = new LinkedHashSet<>();
    private final BitSet repeated = new BitSet();
    private final Map<String, Unsent> unsent = new LinkedHashMap<>();
    private Optional<RunConfiguration> configuration = Optional.empty();
    private Optional<RunVerdict> timesVerdict = Optional.empty();
    private JournalDamage damage;
    private int judgedParts;
    private int entries;
    private int answers;
    private long chunks;

    private JournalDigest(Path file, boolean holdsTurns) {
        this.file = file;
        this.holdsTurns = holdsTurns;
        damage = new JournalDamage(file);
    }

    /**
     * Read a journal once.
     *
     * @throws InputException if it is missing or damaged
     */
    static JournalDigest of(Path file) {
        return read(new JournalDigest(file, false));
    }

    /**
     * Read a journal once, to go on with its run: the answers in conversations are held, since what is said next refers to
     * them.
     *
     * @throws InputException if it is missing or damaged
     */
    static JournalDigest ofKept(Path file) {
        return read(new JournalDigest(file, true));
    }

    private static JournalDigest read(JournalDigest digest) {
        digest.damage = JournalReader.read(digest.file, digest::take);
        digest.unsent.values().forEach(request -> digest.times.add(request.startNanos, request.endNanos));
        return digest;
    }

    private void take(JournalEntry entry) {
        switch (entry) {
            case JournalEntry.Begun begun -> {
                configuration = Optional.of(begun.configuration());
                parts.add(new RunPart(begun.configuration().clock()));
            }
            case JournalEntry.Resumed resumed -> parts.add(new RunPart(resumed.clock()));
            case JournalEntry.Finished request -> take(request);
            case JournalEntry.Judged verdict -> judged.add(verdict);
            case JournalEntry.Warned warned -> warnings.add(warned.message());
            case JournalEntry.TimesJudged judgement -> {
                judgedParts++;
                timesVerdict = timesVerdict.map(judgement.verdict()::and).or(() -> Optional.of(judgement.verdict()));
            }
            case JournalEntry.PhaseTimed timed ->
                part().addPhase(timed.phase(), new TimeSpan(timed.startNanos(), timed.endNanos()));
        }
    }

    private void take(JournalEntry.Finished request) {
        RequestOutcome outcome = request.outcome();
        long start = outcome.timeline().serviceStartNanos();
        long end = Math.max(start, outcome.timeline().endNanos());
        int entry = entries++;
        Optional.ofNullable(unsent.remove(outcome.recordId())).ifPresent(earlier -> repeated.set(earlier.entry));
        part().addRequest(start, end);
        if (outcome.failure().isEmpty()) {
            part().addAnswer();
        }
        metadata.add(request.question());
        evaluators.add(request.evaluator());
        if (request.evaluator().equals(Evaluators.NONE)) {
            judged.addUnjudgeable(outcome.recordId());
        }
        Optional<String> conversation = conversationOf(request.question());
        if (stands(outcome, conversation)) {
            finished.add(outcome.recordId());
            if (holdsTurns && outcome.failure().isEmpty() && conversation.isPresent()) {
                turnAnswers.put(outcome.recordId(), outcome.answer());
            }
            answers += outcome.failure().isEmpty() ? 1 : 0;
            times.add(start, end);
            chunks += outcome.timeline().chunkNanos().length;
        } else {
            unsent.put(outcome.recordId(), new Unsent(entry, start, end));
        }
    }

    /** Name the conversation, and which time it is asked: it may come again before it has ended. */
    private static Optional<String> conversationOf(DatasetRecord question) {
        int again = question.id().lastIndexOf('#');
        return Turn.of(question)
                .map(turn -> turn.conversation() + (again < 0 ? "" : question.id().substring(again)));
    }

    /** Say whether an outcome is the last word: a turn after one that never reached the server can still be asked. */
    private boolean stands(RequestOutcome outcome, Optional<String> conversation) {
        if (!outcome.wasAsked()) {
            return conversation.filter(unreached::contains).isEmpty();
        }
        boolean reached = outcome.reachedServer();
        conversation.ifPresent(reached ? unreached::remove : unreached::add);
        return reached;
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
     * Give what was asked of the run.
     *
     * @throws InputException if it was killed before it could say so
     */
    RunConfiguration configuration() {
        return configuration.orElseThrow(this::notBegun);
    }

    boolean isBegun() {
        return configuration.isPresent();
    }

    List<RunPart> parts() {
        return parts;
    }

    List<String> warnings() {
        return warnings;
    }

    /** Name the lines that are left out because they do not fit their checksums. */
    JournalDamage damage() {
        return damage;
    }

    /** Say whether the times of all parts may be trusted; empty if no part lived to tell. */
    Optional<RunVerdict> timesVerdict() {
        long cutOff = parts.stream().filter(RunPart::hasAnswers).count() - judgedParts;
        return cutOff <= 0
                ? timesVerdict
                : timesVerdict.map(known -> known.doubted(cutOff + " of " + parts.size()
                        + " parts of this run were cut off before it was known whether their times may be trusted; run it anew"
                        + " where that matters"));
    }

    MetadataColumn metadata() {
        return metadata.column();
    }

    /** Tell when the requests that count were served. */
    ActiveTimes times() {
        return times;
    }

    /** Give the ids of the requests that reached the server. */
    RecordIds finished() {
        return finished;
    }

    /** Give the answer of a conversation's turn. */
    Optional<String> answerOfTurn(String recordId) {
        return Optional.ofNullable(turnAnswers.get(recordId));
    }

    /** Tell how often each answer was judged. */
    JudgedAnswers judged() {
        return judged;
    }

    /** Count the answers that lack a verdict and were judged less often than so many times. */
    int unjudged(int mostAttempts) {
        return answers - judged.size() + judged.unscored(mostAttempts);
    }

    /** Name the evaluators of all requests. */
    Set<String> evaluators() {
        return evaluators;
    }

    /** Say whether one of the journal's requests, by its place among them, was asked again. */
    boolean isRepeated(int entry) {
        return repeated.get(entry);
    }

    /** Give how many chunks an answer has on average. */
    double chunksPerRequest() {
        return times.size() == 0 ? 0 : (double) chunks / times.size();
    }

    /** List the measured stretches, in order. Without any, there is one of no length. */
    List<TimeSpan> measured() {
        List<TimeSpan> measured = parts.stream().map(RunPart::measured).flatMap(Optional::stream).toList();
        return measured.isEmpty() ? List.of(new TimeSpan(0, 0)) : measured;
    }

    long measuredNanos() {
        return measured().stream().mapToLong(TimeSpan::nanos).sum();
    }

    /** Tell when the last thing happened that the journal knows of. */
    long lastNanos() {
        return parts.stream().mapToLong(RunPart::lastNanos).max().orElse(0);
    }

    private record Unsent(int entry, long startNanos, long endNanos) {}
}
