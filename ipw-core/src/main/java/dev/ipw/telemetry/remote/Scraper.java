package dev.ipw.telemetry.remote;

import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireResponse;
import dev.ipw.telemetry.remote.Exposition.ServedTime;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** A reader of one exporter's page. */
final class Scraper {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int OK = 200;
    private static final String ACCEPT = "text/plain;version=0.0.4, application/openmetrics-text;version=1.0.0;q=0.5";

    private final ExporterAddress address;
    private final PageClient client;

    Scraper(ExporterAddress address, Credentials credentials) {
        this(address, new PageClient(address, ACCEPT, credentials));
    }

    private Scraper(ExporterAddress address, PageClient client) {
        this.address = address;
        this.client = client;
    }

    /**
     * Returns a reader for a machine that is so busy that an answer which has arrived is read late.
     *
     * @param connect the time for a connection
     * @param total   the time for a whole answer
     */
    static Scraper patient(ExporterAddress address, Credentials credentials, Duration connect, Duration total) {
        return new Scraper(address, new PageClient(address, ACCEPT, credentials, connect, total));
    }

    /**
     * Fetches the page.
     *
     * @param wanted returns whether the lines of a metric are kept
     * @return the lines that are kept, and when they were served
     * @throws ScrapeException      if there is no such page
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    Scrape scrape(Predicate<String> wanted) throws ScrapeException, InterruptedException {
        long before = System.nanoTime();
        return client.fetch(response -> new Scrape(read(response, wanted),
                new ServedTime(before, response.headNanos(), date(response))));
    }

    private static OptionalLong date(WireResponse response) {
        try {
            return response.header("date").map(text -> OptionalLong.of(NANOS_PER_SECOND
                    * ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond()))
                    .orElse(OptionalLong.empty());
        } catch (DateTimeParseException otherForm) {
            return OptionalLong.empty();
        }
    }

    private Exposition read(WireResponse response, Predicate<String> wanted) throws WireException, ScrapeException {
        if (response.status() != OK) {
            throw ScrapeException.unusable(address + " answers with status " + response.status()
                    + (isRefusal(response.status())
                            ? "; name credentials that it accepts with bearer=, basic= or header="
                            : "; look at it in a browser, and give the address that shows the metrics"));
        }
        String type = response.header("content-type").orElse("").toLowerCase(Locale.ROOT);
        if (type.startsWith("text/html")) {
            throw ScrapeException.unusable(address + " is a web page, not metrics; most exporters serve them "
                    + "under /metrics");
        }
        if (type.startsWith("application/vnd.google.protobuf")) {
            throw ScrapeException.unusable(address + " answers in the protobuf format, which is not read; make it"
                    + " answer in text");
        }
        return ExpositionParser.parse(response.readAll(), type.startsWith("application/openmetrics-text"), wanted);
    }

    private static boolean isRefusal(int status) {
        return status == 401 || status == 403;
    }

    /**
     * A page that was read.
     *
     * @param page   its content
     * @param served when it was served
     */
    record Scrape(Exposition page, ServedTime served) {}
}
