package dev.ipw.telemetry.remote;

import dev.ipw.internal.io.LineReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Read a page of metrics: Prometheus text format 0.0.4 or OpenMetrics 1.0. Of lines that are not needed only the name is read. A value that is no finite number is no reading. Timestamps are left aside: nearly no exporter sends them, and
 * what one says of another machine's clock is not ours. A page whose end is missing is refused whole, since a number that
 * was cut off still looks like one.
 */
final class ExpositionParser {
    static final int MOST_LINE_BYTES = 1 << 16;
    static final int MOST_SERIES = 10_000;
    private static final String END = "# EOF";

    private ExpositionParser() {}

    /**
     * Read a page.
     *
     * @param page        the page in UTF-8
     * @param openMetrics true if it must end as OpenMetrics does
     * @param wanted      says of a metric's name whether its lines are kept
     * @return the lines that are kept
     * @throws ScrapeException if it is no such page, or not whole
     */
    static Exposition parse(byte[] page, boolean openMetrics, Predicate<String> wanted) throws ScrapeException {
        List<Series> kept = new ArrayList<>();
        boolean ended = false;
        long number = 0;
        try (LineReader lines = new LineReader(new ByteArrayInputStream(page), MOST_LINE_BYTES)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                number = lines.lineNumber();
                if (ended && !line.get().isBlank()) {
                    throw ScrapeException
                            .unusable("the page goes on after its end " + END + "; look at the exporter's log");
                }
                ended |= line.get().equals(END);
                keep(line.get(), number, wanted, kept);
            }
            boolean torn = openMetrics || (number > 0 && !lines.terminated());
            if (torn && !ended) {
                throw ScrapeException.unusable("the page was cut off before its end; look at the exporter's log");
            }
        } catch (IOException unreadable) {
            throw ScrapeException.unusable("line " + (number + 1)
                    + " of the page cannot be read as metrics: it is longer"
                    + " than " + MOST_LINE_BYTES + " bytes or no UTF-8; give the address of an exporter's metrics");
        }
        return new Exposition(kept);
    }

    private static void keep(String line, long number, Predicate<String> wanted, List<Series> kept)
            throws ScrapeException {
        try {
            Optional<Series> series = SeriesLine.parse(line, wanted);
            if (series.isPresent()) {
                if (kept.size() == MOST_SERIES) {
                    throw ScrapeException.unusable("the page has more than " + MOST_SERIES
                            + " lines of energy, power and the like; give the address of one machine's exporter");
                }
                kept.add(series.get());
            }
        } catch (SeriesLine.MalformedLineException malformed) {
            throw ScrapeException.unusable("line " + number + " of the page is no metric: " + malformed.getMessage()
                    + "; give the address of an exporter's metrics");
        }
    }
}
