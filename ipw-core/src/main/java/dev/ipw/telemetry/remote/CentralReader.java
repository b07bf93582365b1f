package dev.ipw.telemetry.remote;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The common reading of all targets of a Prometheus server: one query fetches the new samples of all of them, in pages
 * of bounded size. For the threads of all sources; whoever comes first after a pause fetches for the others.
 */
final class CentralReader {
    static final String UP = "up";
    static final String DURATION = "scrape_duration_seconds";
    static final long NANOS_PER_MILLI = 1_000_000;
    private static final int MAX_SAMPLES = 100_000;
    private static final int MAX_WAITING_SCRAPES = 10_000;
    private static final int INTERVALS_AGAIN = 2;
    private static final int INTERVALS_SILENT = 3;
    /** By this much a Prometheus server may shift the time of a scrape, to make its times regular. */
    private static final long SHIFT_NANOS = 2 * NANOS_PER_MILLI;

    private final CentralServer server;
    private final String selector;
    private final RemoteClock clock;
    private final long pauseNanos;
    private final Map<ScrapedTarget, Inbox> inboxes = new ConcurrentHashMap<>();
    private final ReentrantLock fetching = new ReentrantLock();
    private final long pageMillis;
    private final long againMillis;
    private long fetchedUntilMillis;
    private long fetchedNanos;
    private int fetches;
    private @Nullable ScrapeException failure;

    /**
     * Creates a reader.
     *
     * @param selector        finds the series
     * @param series          their number
     * @param intervalsMillis the interval at which each target is scraped
     * @param clock           the server's clock
     * @param nowMillis       the time by that clock
     */
    CentralReader(CentralServer server, String selector, int series, Map<ScrapedTarget, Long> intervalsMillis,
            RemoteClock clock, long nowMillis) {
        this.server = server;
        this.selector = selector;
        this.clock = clock;
        long shortest = intervalsMillis.values().stream().mapToLong(Long::longValue).min().orElseThrow();
        long longest = intervalsMillis.values().stream().mapToLong(Long::longValue).max().orElseThrow();
        intervalsMillis.forEach((target, interval) -> inboxes.put(target,
                new Inbox(interval, nowMillis - INTERVALS_AGAIN * interval)));
        pauseNanos = CentralSource.pause(Duration.ofMillis(shortest)).toNanos();
        againMillis = INTERVALS_AGAIN * longest;
        pageMillis = Math.max(longest, MAX_SAMPLES / Math.max(1, series) * shortest);
        fetchedUntilMillis = nowMillis - longest;
    }

    /**
     * Takes what has arrived of a target since the last call.
     *
     * @throws ScrapeException      if the server cannot be asked now; nothing is lost by that
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    News news(ScrapedTarget target) throws ScrapeException, InterruptedException {
        fetching.lockInterruptibly();
        try {
            Inbox inbox = inboxes.get(target);
            if (inbox == null) {
                return new News(List.of(), fetchedUntilMillis, false);
            }
            if (inbox.seen == fetches && (fetches == 0 || System.nanoTime() - fetchedNanos >= pauseNanos / 2)) {
                fetch();
            }
            inbox.seen = fetches;
            if (failure != null) {
                throw failure;
            }
            return inbox.take(fetchedUntilMillis, clock);
        } finally {
            fetching.unlock();
        }
    }

    /** Forgets a target that nobody asks for any more. */
    void leave(ScrapedTarget target) {
        inboxes.remove(target);
    }

    private void fetch() throws InterruptedException {
        try {
            long nowMillis = server.time(clock);
            while (fetchedUntilMillis < nowMillis) {
                long until = Math.min(nowMillis, fetchedUntilMillis + pageMillis);
                server.samples(selector, until, until - fetchedUntilMillis + againMillis, this::add);
                fetchedUntilMillis = until;
                long servedNanos = System.nanoTime();
                inboxes.values().forEach(inbox -> inbox.complete(until, clock, servedNanos));
            }
            failure = null;
        } catch (ScrapeException unreadable) {
            failure = unreadable;
        }
        fetches++;
        fetchedNanos = System.nanoTime();
    }

    private void add(Series sample) {
        Inbox inbox = inboxes.get(ScrapedTarget.of(sample));
        if (inbox != null) {
            inbox.add(sample);
        }
    }

    /**
     * What has arrived of a target.
     *
     * @param scrapes    its complete scrapes, the oldest first
     * @param knownNanos the time up to which everything is known, if there is no later scrape
     * @param silent     whether the server has no sample of it in several intervals before that time
     */
    record News(List<StoredScrape> scrapes, long knownNanos, boolean silent) {}

    /**
     * One scrape, as it was stored.
     *
     * @param earliestNanos the first moment at which it may have been made, as {@link System#nanoTime()}
     * @param latestNanos   the last such moment
     * @param page          its samples
     * @param up            whether the target answered
     */
    record StoredScrape(long earliestNanos, long latestNanos, Exposition page, boolean up) {}

    /** The scrapes of one target that are not taken yet. */
    private static final class Inbox {
        private final long intervalMillis;
        private final NavigableMap<Long, List<Series>> arriving = new TreeMap<>();
        private final List<StoredScrape> complete = new ArrayList<>();
        private long latestMillis;
        private boolean isDatedByServer;
        private boolean isDatedByTarget;
        private int seen;

        Inbox(long intervalMillis, long latestMillis) {
            this.intervalMillis = intervalMillis;
            this.latestMillis = latestMillis;
        }

        void add(Series sample) {
            long millis = sample.epochNanos().orElseThrow() / NANOS_PER_MILLI;
            if (millis > latestMillis) {
                arriving.computeIfAbsent(millis, first -> new ArrayList<>()).add(sample);
            }
        }

        /**
         * Sorts out complete scrapes: the server stores its own samples of a scrape together with those of the target.
         * Where they are missing, or have another time because the target dates its readings, a scrape is complete
         * once it is old. The others are fetched again.
         */
        void complete(long nowMillis, RemoteClock clock, long servedNanos) {
            for (Map.Entry<Long, List<Series>> scrape : arriving.entrySet()) {
                long millis = scrape.getKey();
                List<Series> samples = scrape.getValue();
                boolean isReported = samples.stream().anyMatch(sample -> sample.metric().equals(DURATION));
                if (!isReported && nowMillis - millis < INTERVALS_AGAIN * intervalMillis) {
                    break;
                }
                latestMillis = millis;
                boolean isUp = samples.stream().noneMatch(sample -> sample.metric().equals(UP) && sample.value() == 0);
                boolean hasReadings = samples.stream().anyMatch(Inbox::isReading);
                isDatedByServer |= isReported && hasReadings;
                isDatedByTarget |= isReported && isUp && !hasReadings;
                if ((hasReadings || !isUp || isDatedByServer) && complete.size() < MAX_WAITING_SCRAPES) {
                    long epochNanos = millis * NANOS_PER_MILLI;
                    long latest = Math.min(servedNanos,
                            clock.latestNanos(epochNanos) + lastsNanos(samples) + SHIFT_NANOS);
                    complete.add(new StoredScrape(Math.min(latest, clock.earliestNanos(epochNanos) - SHIFT_NANOS),
                            latest, new Exposition(samples), isUp));
                }
            }
            arriving.clear();
        }

        private static boolean isReading(Series sample) {
            return !sample.metric().equals(UP) && !sample.metric().equals(DURATION);
        }

        /**
         * Returns the time that a scrape took: its readings were made at any moment of it. It is unknown where the
         * server does not store it, and at most an interval; readings that their target dates were made at their time.
         */
        private long lastsNanos(List<Series> samples) {
            return samples.stream().filter(sample -> sample.metric().equals(DURATION))
                    .mapToLong(sample -> Math.round(sample.value() * TimeUnit.SECONDS.toNanos(1))).max()
                    .orElse(isDatedByTarget && !isDatedByServer ? 0 : intervalMillis * NANOS_PER_MILLI);
        }

        News take(long fetchedUntilMillis, RemoteClock clock) {
            List<StoredScrape> taken = List.copyOf(complete);
            complete.clear();
            boolean isSilent = fetchedUntilMillis - latestMillis > INTERVALS_SILENT * intervalMillis;
            long knownMillis = fetchedUntilMillis - INTERVALS_AGAIN * intervalMillis;
            return new News(taken, clock.earliestNanos(knownMillis * NANOS_PER_MILLI), isSilent);
        }
    }
}
