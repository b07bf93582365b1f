package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.remote.Scraper.Scrape;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The repeated reading of a page. A single exporter is asked only for the needed part of its page, if that still shows
 * all needed metrics. For one thread at a time.
 */
final class PageReader {
    private final Scraper whole;
    private final List<Exporter> exporters;
    private final Set<Measure.Key> shown;
    private Optional<Scraper> part;
    private boolean proven;

    /**
     * Creates a reader.
     *
     * @param page the whole page, as it was just now
     */
    PageReader(ExporterAddress address, List<Exporter> exporters, Exposition page, Credentials credentials) {
        whole = new Scraper(address, credentials);
        this.exporters = exporters;
        part = exporters.size() == 1
                ? exporters.getFirst().query().flatMap(address::narrowed)
                        .map(narrow -> new Scraper(narrow, credentials))
                : Optional.empty();
        shown = part.isPresent() ? keys(page) : Set.of();
    }

    private Set<Measure.Key> keys(Exposition page) {
        return exporters.stream().flatMap(exporter -> exporter.measures(page).stream()).map(Measure::key)
                .collect(Collectors.toSet());
    }

    Scrape read() throws ScrapeException, InterruptedException {
        if (part.isPresent()) {
            try {
                Scrape scrape = scrape(part.get());
                proven |= keys(scrape.page()).containsAll(shown);
                if (proven) {
                    return scrape;
                }
            } catch (ScrapeException unreadable) {
                if (proven || unreadable.isUnreachable()) {
                    throw unreadable;
                }
            }
            part = Optional.empty();
        }
        return scrape(whole);
    }

    private Scrape scrape(Scraper scraper) throws ScrapeException, InterruptedException {
        return scraper.scrape(metric -> Exporters.reads(exporters, metric));
    }
}
