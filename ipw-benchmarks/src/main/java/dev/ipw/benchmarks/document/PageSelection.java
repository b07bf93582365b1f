package dev.ipw.benchmarks.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A selection of pages or slides, or of a sheet.
 *
 * @param ranges the pages by their numbers from 1; empty means all
 * @param sheet  the name or number of a sheet; empty means all
 */
public record PageSelection(List<Range> ranges, Optional<String> sheet) {
    /** The whole document. */
    public static final PageSelection ALL = new PageSelection(List.of(), Optional.empty());

    /** Copies the ranges. */
    public PageSelection {
        ranges = List.copyOf(ranges);
    }

    /**
     * Reads a selection.
     *
     * @param pages such as {@code 3}, {@code 2-5} or {@code 1,4-6}
     * @param sheet the name or number of a sheet
     * @return the selection
     * @throws DocumentException if the pages are written in another way
     */
    public static PageSelection of(Optional<String> pages, Optional<String> sheet) throws DocumentException {
        List<Range> ranges = new ArrayList<>();
        for (String part : pages.orElse("").split(",", -1)) {
            String text = part.strip();
            if (text.matches("\\d{1,6}(\\s*-\\s*\\d{1,6})?")) {
                String[] ends = text.split("-");
                int first = Integer.parseInt(ends[0].strip());
                ranges.add(new Range(first, ends.length == 1 ? first : Integer.parseInt(ends[1].strip())));
            } else if (!(text.isEmpty() && pages.orElse("").isBlank())) {
                throw new DocumentException("needs pages such as 3, 2-5 or 1,4-6, not '" + pages.orElse("") + "'");
            }
        }
        return new PageSelection(ranges, sheet.filter(name -> !name.isBlank()));
    }

    boolean holds(int page) {
        return ranges.isEmpty() || ranges.stream().anyMatch(range -> range.first() <= page && page <= range.last());
    }

    boolean holdsSheet(int number, String name) {
        return sheet.map(wanted -> wanted.equalsIgnoreCase(name) || wanted.equals(String.valueOf(number)))
                .orElse(holds(number));
    }

    /**
     * A range of consecutive pages.
     *
     * @param first the first
     * @param last  the last
     */
    public record Range(int first, int last) {}
}
