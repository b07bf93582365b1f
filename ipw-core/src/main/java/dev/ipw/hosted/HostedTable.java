package dev.ipw.hosted;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.BoundedFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A dated table of hosted models: their sizes and providers. A model is found by its id or a declared pattern; of
 * several entries the first counts.
 *
 * @param name    the origin of the table: a file's name, or {@value #SHIPPED}
 * @param version the table's own version
 * @param asOf    the day on which its values were last checked
 * @param entries its models
 */
@API(status = API.Status.EXPERIMENTAL)
public record HostedTable(String name, String version, LocalDate asOf, List<Entry> entries) {
    /** The name of the table that comes with this library. */
    public static final String SHIPPED = "shipped";
    private static final String RESOURCE = "hosted-models.json";
    private static final long MAX_BYTES = 4L << 20;

    /** Copies the list and refuses nulls. */
    public HostedTable {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(asOf, "asOf");
        entries = List.copyOf(entries);
    }

    /**
     * Reads a user's own table.
     *
     * @param file JSON, as docs/hosted.md shows it
     * @return the table
     * @throws InputException if it cannot be read, or a range is impossible
     */
    public static HostedTable read(Path file) {
        return HostedTableReader.read(String.valueOf(file.getFileName()), file.toAbsolutePath().toString(),
                new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8));
    }

    /**
     * Returns the table that comes with this library. Its date shows its age.
     *
     * @return the table
     */
    public static HostedTable shipped() {
        try (InputStream in = Objects.requireNonNull(HostedTable.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return HostedTableReader.read(SHIPPED, "the shipped table of hosted models",
                    new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new InputException("The shipped table of hosted models cannot be read: " + unreadable.getMessage()
                    + ". The jar is damaged; get it again", unreadable);
        }
    }

    /** Returns the first words of the text by which its models name it. */
    static String words(String name) {
        return "hosted models " + name + " ";
    }

    /**
     * Finds a model.
     *
     * @param model    its id, with or without the name of its maker before a slash, in any case
     * @param endpoint the address of its server: one that belongs to a provider of the table excludes the closed models
     *                 of others
     * @return the model; empty if the table does not have it
     */
    public Optional<HostedModel> find(String model, Optional<URI> endpoint) {
        String id = model.strip().toLowerCase(Locale.ROOT);
        Optional<String> host = endpoint.map(URI::getHost).map(text -> text.toLowerCase(Locale.ROOT));
        boolean isProvider = entries.stream().anyMatch(entry -> entry.isAt(host));
        return entries.stream().filter(entry -> entry.isOf(id))
                .filter(entry -> !isProvider || entry.hosts().isEmpty() || entry.isAt(host)).findFirst()
                .map(entry -> entry.model(model.strip()));
    }

    /**
     * Finds a model that must be there.
     *
     * @param model    its id
     * @param endpoint the address of its server
     * @return the model
     * @throws ConfigurationException if the table does not have it
     */
    public HostedModel require(String model, Optional<URI> endpoint) {
        return find(model, endpoint).orElseThrow(() -> new ConfigurationException("The " + name
                + " table of hosted models of " + asOf + " does not have the model '" + model + "'"
                + endpoint.map(URI::getHost).map(host -> " at " + host).orElse("")
                + ", so its energy cannot be estimated. " + Setting.HOSTED_MODELS));
    }

    /**
     * A model of the table.
     *
     * @param ids   its ids in lower case; a star at the end stands for any rest
     * @param hosts the hosts of its provider; empty for a model that anybody may host
     * @param sizes the model, named by its first id
     */
    public record Entry(List<String> ids, List<String> hosts, HostedModel sizes) {
        private static final String ANY_REST = "*";

        /** Copies the lists and refuses nulls. */
        public Entry {
            ids = List.copyOf(ids);
            hosts = List.copyOf(hosts);
            Objects.requireNonNull(sizes, "sizes");
        }

        boolean isOf(String model) {
            String bare = model.substring(model.lastIndexOf('/') + 1);
            return ids.stream().anyMatch(id -> fits(id, model) || fits(id, bare));
        }

        private static boolean fits(String id, String model) {
            return id.endsWith(ANY_REST)
                    ? model.startsWith(id.substring(0, id.length() - ANY_REST.length()))
                    : id.equals(model);
        }

        boolean isAt(Optional<String> host) {
            return host.filter(hosts::contains).isPresent();
        }

        HostedModel model(String name) {
            return new HostedModel(name, sizes.provider(), sizes.isGuess(), sizes.source(), sizes.activeBillions(),
                    sizes.totalBillions(), sizes.assumptions(), sizes.centre(), sizes.table());
        }
    }
}
