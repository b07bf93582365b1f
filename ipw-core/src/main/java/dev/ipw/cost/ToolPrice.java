package dev.ipw.cost;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Objects;

/**
 * Hold what one call of a tool costs from a day on.
 *
 * @param tool       the tool's name
 * @param perCallUsd US dollars for a call
 * @param validFrom  the first day on which the price held
 * @param source     where it comes from, in words
 */
public record ToolPrice(String tool, BigDecimal perCallUsd, LocalDate validFrom, String source) {
    /** Refuse nulls. */
    public ToolPrice {
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(validFrom, "validFrom");
        Objects.requireNonNull(source, "source");
        perCallUsd = Money.shortest(perCallUsd);
    }
}
