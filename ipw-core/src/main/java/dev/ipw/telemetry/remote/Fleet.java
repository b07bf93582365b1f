package dev.ipw.telemetry.remote;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.error.ServerUnreachableException;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The exporters of one selection, opened at once: one that does not answer delays no other, and can be asked again later.
 */
final class Fleet {
    private static final int MOST_AT_ONCE = 256;
    private static final int NAMED_WITH_REASON = 3;
    private static final int NAMED = 10;
    private static final Duration PATIENT_CONNECT = Duration.ofSeconds(4);
    private static final Duration PATIENT_PAGE = Duration.ofSeconds(8);
    /** The time of an answer from which this machine counts as so busy that other answers may have come unseen. */
    private static final long SLOW_NANOS = Duration.ofSeconds(1).toNanos();
    private static final String FILE = "file_sd=";
    private static final String HTTP = "http_sd=";

    private final List<ExporterTarget> targets;
    private final PrometheusOptions options;
    private final boolean severalHosts;

    private Fleet(List<ExporterTarget> targets, PrometheusOptions options) {
        this.targets = targets;
        this.options = options;
        severalHosts = targets.stream().map(target -> target.address().host()).distinct().count() > 1;
    }

    /**
     * Finds the exporters that the argument names, directly or by a list of targets.
     *
     * @throws ScrapeException if a list cannot be fetched
     */
    static Fleet of(TelemetryEnvironment environment) throws ScrapeException {
        PrometheusOptions options = PrometheusOptions.of(environment);
        List<ExporterTarget> targets = new ArrayList<>();
        List<String> addresses = new ArrayList<>();
        for (String word : environment.argument().orElse("").strip().split("\\s+")) {
            if (word.startsWith(FILE)) {
                targets.addAll(TargetList.ofFile(word.substring(FILE.length())));
            } else if (word.startsWith(HTTP)) {
                targets.addAll(fetched(word.substring(HTTP.length()), options.credentials()));
            } else {
                addresses.add(word);
            }
        }
        if (targets.isEmpty() || !addresses.isEmpty()) {
            ExporterAddress.parseAll(String.join(" ", addresses)).stream().map(ExporterTarget::new)
                    .forEach(targets::add);
        }
        if (targets.size() > TargetList.MAX_TARGETS) {
            throw new ConfigurationException("The collector " + PrometheusProvider.ID + " reads at most "
                    + TargetList.MAX_TARGETS + " exporters, not " + targets.size() + "; name a part of them");
        }
        return new Fleet(targets.stream().collect(Collectors.toMap(ExporterTarget::address, target -> target,
                (first, again) -> first, LinkedHashMap::new)).values().stream().toList(), options);
    }

    private static List<ExporterTarget> fetched(String address, Credentials credentials) throws ScrapeException {
        try {
            return TargetList.ofAddress(address, credentials);
        } catch (InterruptedException ended) {
            throw interrupted(ended);
        }
    }

    private static IpwException interrupted(InterruptedException ended) {
        Thread.currentThread().interrupt();
        return new IpwException("Interrupted while exporters were read", ended);
    }

    /**
     * Opens all exporters, and returns what became of each, in their order. Those that do not answer are asked once
     * more, with longer limits, if this machine may be the reason: if no other answered, or not at once.
     */
    List<Opened> open() {
        AtomicLong slowestNanos = new AtomicLong();
        List<Opened> first = open(targets, target -> {
            long start = System.nanoTime();
            Opened opened = open(target, new Scraper(target.address(), options.credentials()));
            if (opened.problem().isEmpty()) {
                slowestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
            }
            return opened;
        });
        boolean isPrompt = slowestNanos.get() > 0 && slowestNanos.get() < SLOW_NANOS;
        return isPrompt ? first : again(first, Opened::isSilent);
    }

    /** Asks the exporters without a sensor again, and returns what became of all by now. */
    List<Opened> again(List<Opened> before) {
        return again(before, Opened::isUnread);
    }

    private List<Opened> again(List<Opened> before, Predicate<Opened> isAsked) {
        List<Opened> asked = open(before.stream().filter(isAsked).map(Opened::target).toList(), target -> open(target,
                Scraper.patient(target.address(), options.credentials(), PATIENT_CONNECT, PATIENT_PAGE)));
        Map<ExporterTarget, Opened> found = asked.stream().collect(Collectors.toMap(Opened::target, opened -> opened));
        return before.stream().map(opened -> found.getOrDefault(opened.target(), opened)).toList();
    }

    private static List<Opened> open(List<ExporterTarget> targets, Asking asking) {
        Semaphore room = new Semaphore(MOST_AT_ONCE);
        List<FutureTask<Opened>> openings = targets.stream().map(target -> new FutureTask<>(() -> {
            room.acquire();
            try {
                return asking.ask(target);
            } finally {
                room.release();
            }
        })).toList();
        openings.forEach(opening -> Thread.ofVirtual().name("ipw-exporter").start(opening));
        List<Opened> opened = new ArrayList<>();
        try {
            for (Future<Opened> opening : openings) {
                opened.add(opening.get());
            }
            return opened;
        } catch (InterruptedException ended) {
            closeLate(openings);
            throw interrupted(ended);
        } catch (ExecutionException broken) {
            closeLate(openings);
            throw new IllegalStateException("An exporter could not be opened", broken.getCause());
        }
    }

    /** Interrupts the openings; sources hold nothing open, so that one which comes later is simply dropped. */
    private static void closeLate(List<FutureTask<Opened>> openings) {
        openings.forEach(opening -> opening.cancel(true));
    }

    private Opened open(ExporterTarget target, Scraper scraper) throws InterruptedException {
        try {
            DeviceNaming naming = new DeviceNaming(
                    severalHosts ? Optional.of(target.address().host()) : Optional.empty(), target.labels());
            PrometheusSource source = new PrometheusSource(target, options, naming,
                    scraper.scrape(metric -> Exporters.reads(Exporters.ALL, metric)));
            return new Opened(target, Optional.of(source),
                    reasonWithoutSensors(target, source).map(ScrapeException::unusable));
        } catch (ScrapeException unreadable) {
            return new Opened(target, Optional.empty(), Optional.of(unreadable));
        }
    }

    private Optional<String> reasonWithoutSensors(ExporterTarget target, PrometheusSource source) {
        if (!source.sensors().isEmpty()) {
            return Optional.empty();
        }
        List<String> present = source.presentDevices();
        return Optional.of(present.isEmpty()
                ? target.address() + " shows none of the metrics that the collector "
                        + PrometheusProvider.ID + " reads: "
                        + Exporters.ALL.stream().map(Exporter::name).collect(Collectors.joining(", "))
                        + ". Give the address of one of them, and check that it sees its sensors"
                        + source.omissions().stream().map(omission -> "; " + omission).collect(Collectors.joining())
                : "The exporter " + target.address() + " shows no device " + String.join(" or ", options.devices())
                        + "; it shows " + String.join(", ", present));
    }

    /** Returns the refusal of a fleet without a single sensor. */
    static IpwException refusal(List<Opened> fleet) {
        Opened first = fleet.getFirst();
        ScrapeException problem = first.problem().orElseThrow();
        if (fleet.size() == 1) {
            return first.source().isPresent()
                    ? new ConfigurationException(problem.reason())
                    : problem.refusal("The collector " + PrometheusProvider.ID + " cannot read its exporter");
        }
        String message = ofSeveral(fleet);
        return fleet.stream().allMatch(opened -> opened.problem().orElseThrow().isUnreachable())
                ? new ServerUnreachableException(message, problem)
                : new ConfigurationException(message, problem);
    }

    private static String ofSeveral(List<Opened> fleet) {
        String reasons = fleet.stream().limit(NAMED_WITH_REASON).map(one -> one.problem().orElseThrow().reason())
                .collect(Collectors.joining(". "));
        List<String> others = fleet.stream().skip(NAMED_WITH_REASON).map(one -> one.target().address().name()).toList();
        return "The collector " + PrometheusProvider.ID + " can read none of its " + fleet.size() + " exporters: "
                + reasons + (others.isEmpty() ? "" : ". Nor can it read " + named(others));
    }

    /** Joins names; of many only the first, with the number of the others. */
    static String named(List<String> names) {
        return names.stream().limit(NAMED).collect(Collectors.joining(", "))
                + (names.size() > NAMED ? " and " + (names.size() - NAMED) + " more" : "");
    }

    @FunctionalInterface
    private interface Asking {
        Opened ask(ExporterTarget target) throws InterruptedException;
    }

    /**
     * What became of one exporter.
     *
     * @param target  the exporter
     * @param source  its source; empty if its page could not be read
     * @param problem the reason why it gives no sensor; empty if it gives one
     */
    record Opened(ExporterTarget target, Optional<PrometheusSource> source, Optional<ScrapeException> problem) {
        /** Returns whether nothing but its problem says that the exporter is not read. */
        boolean isUnread() {
            return problem.isPresent() && source.filter(
                    read -> !read.presentDevices().isEmpty() || !read.omissions().isEmpty()).isEmpty();
        }

        /** Returns whether it did not answer. */
        boolean isSilent() {
            return problem.filter(ScrapeException::isUnreachable).isPresent();
        }

        /** Returns the reason, the same for all exporters with the same problem. */
        String reason() {
            return problem.orElseThrow().reason().replace(target.address().toString(), "its page");
        }
    }
}
