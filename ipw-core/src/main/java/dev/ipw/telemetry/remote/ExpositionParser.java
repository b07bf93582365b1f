package dev.ipw.telemetry.remote;

import dev.ipw.internal.io.LineReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A parser of pages of metrics: Prometheus text format 0.0.4 or OpenMetrics 1.0. Of unneeded lines it reads only the
 * name. A value that is not a finite number is no reading. A page whose end is missing is refused whole, since a truncated number still
 * looks like one.
 */
final class ExpositionParser {
    static final int MAX_LINE_BYTES = 1 << 16;
    static final int MAX_SERIES = 10_000;
    private static final String END = "# EOF";

    private ExpositionParser() {}

    /**
     * Reads a page.
     *
     * @param page        the page in UTF-8
     * @param openMetrics true if it must end as OpenMetrics requires
     * @param wanted      returns whether the lines of a metric are kept
     * @return the lines that are kept
     * @throws ScrapeException if it is not such a page, or not complete
     */
    static Exposition parse(byte[] page, boolean openMetrics, Predicate<String> wanted) throws ScrapeException {
        List<Series> selected = new ArrayList<>();
        boolean ended = false;
        long number = 0;
        try (LineReader lines = new LineReader(new ByteArrayInputStream(page), MAX_LINE_BYTES)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                number = lines.lineNumber();
                if (ended && !line.get().isBlank()) {
                    throw ScrapeException
                            .unusable("the page goes on after its end " + END + "; look at the exporter's log");
                }
                ended |= line.get().equals(END);
                keep(line.get(), number, openMetrics, wanted, selected);
            }
            boolean torn = openMetrics || (number > 0 && !lines.terminated());
            if (torn && !ended) {
                throw ScrapeException.unusable("the page was cut off before its end; look at the exporter's log");
            }
        } catch (IOException unreadable) {
            throw ScrapeException.unusable("line " + (number + 1)
                    + " of the page cannot be read as metrics: it is longer"
                    + " than " + MAX_LINE_BYTES + " bytes or no UTF-8; give the address of an exporter's metrics");
        }
        return new Exposition(selected);
    }

    private static void keep(String line, long number, boolean openMetrics, Predicate<String> wanted,
            List<Series> selected) throws ScrapeException {
        try {
            Optional<Series> series = SeriesLine.parse(line, openMetrics, wanted);
            if (series.isPresent()) {
                if (selected.size() == MAX_SERIES) {
                    throw ScrapeException.unusable("the page has more than " + MAX_SERIES
                            + " lines of energy, power and the like; give the address of one machine's exporter");
                }
                selected.add(series.get());
            }
        } catch (SeriesLine.MalformedLineException malformed) {
            throw ScrapeException.unusable("line " + number + " of the page is no metric: " + malformed.getMessage()
                    + "; give the address of an exporter's metrics");
        }
    }
}
