package dev.ipw.cost;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold a dated list of prices. A model is found by its exact id or a declared alias, never by how its name begins; of several
 * prices the one that was valid on a day counts.
 *
 * @param name    where the list comes from: a file's name, or {@value #SHIPPED}
 * @param version the list's own version
 * @param asOf    the day on which the prices were last looked at
 * @param models  prices of tokens
 * @param tools   prices of calls
 */
public record PriceList(String name, String version, LocalDate asOf, List<ModelPrice> models, List<ToolPrice> tools) {
    /** The name of the list that comes with this library. */
    public static final String SHIPPED = "shipped";
    private static final String RESOURCE = "prices.json";
    private static final long MOST_BYTES = 4L << 20;

    /** Copy the lists and refuse nulls. */
    public PriceList {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(asOf, "asOf");
        models = List.copyOf(models);
        tools = List.copyOf(tools);
    }

    /**
     * Read a list of one's own.
     *
     * @param file JSON, as docs/cost.md shows it, or the {@code data.json} of genai-prices, which counts as looked at on
     *             the day on which the file was last changed
     * @return the list
     * @throws InputException if it cannot be read, a price is no plain number of dollars, or two entries contradict each
     *                        other
     */
    public static PriceList read(Path file) {
        String json = new String(BoundedFile.read(file, MOST_BYTES), StandardCharsets.UTF_8);
        return PriceListReader.read(String.valueOf(file.getFileName()), file.toAbsolutePath().toString(), json,
                changed(file));
    }

    private static LocalDate changed(Path file) {
        try {
            return LocalDate.ofInstant(Files.getLastModifiedTime(file).toInstant(), ZoneOffset.UTC);
        } catch (IOException gone) {
            throw new InputException(file + " cannot be read: " + gone.getMessage() + ". Give another price file",
                    gone);
        }
    }

    /**
     * Give the list that comes with this library. It is short, and it ages: its date says from when it is.
     *
     * @return the list
     */
    public static PriceList shipped() {
        try (InputStream in = Objects.requireNonNull(PriceList.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return PriceListReader.read(SHIPPED, "the shipped price list",
                    new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new InputException("The shipped price list cannot be read: " + unreadable.getMessage()
                    + ". The jar is damaged; get it again", unreadable);
        }
    }

    /**
     * Find what a model costs.
     *
     * @param model    its exact id
     * @param endpoint where it is asked
     * @param day      when
     * @return the newest price that was valid on that day; empty if there is none
     */
    public Optional<ModelPrice> find(String model, Optional<URI> endpoint, LocalDate day) {
        return models.stream().filter(one -> one.isOf(model, endpoint) && !one.validFrom().isAfter(day))
                .max(Comparator.comparing(ModelPrice::validFrom));
    }

    /**
     * Give what calls of tools cost on a day.
     *
     * @param day when
     * @return the prices by the tools' names
     */
    public Map<String, ToolPrice> tools(LocalDate day) {
        Map<String, ToolPrice> valid = new HashMap<>();
        tools.stream().filter(one -> !one.validFrom().isAfter(day))
                .sorted(Comparator.comparing(ToolPrice::validFrom)).forEach(one -> valid.put(one.tool(), one));
        return valid;
    }
}
