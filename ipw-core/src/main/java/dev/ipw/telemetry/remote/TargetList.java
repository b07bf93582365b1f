package dev.ipw.telemetry.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.yaml.YamlDocument;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A list of targets in the form of Prometheus' service discovery by file, in JSON or YAML, and by HTTP:
 * {@code [{"targets": ["gpu1:9400"], "labels": {"rack": "r2"}}]}. The labels {@code __scheme__} and
 * {@code __metrics_path__} complete the addresses; other labels in underscores are Prometheus' own and are left out.
 */
final class TargetList {
    static final int MAX_TARGETS = 2000;
    private static final long MAX_BYTES = 4L << 20;
    private static final int OK = 200;
    private static final String FORM = "a list such as [{\"targets\": [\"gpu1:9400\"], \"labels\": {\"rack\": \"r2\"}}]";
    private static final Pattern LABEL = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final Pattern TARGET = Pattern.compile("[^\\s,]{1,512}");
    private static final int MAX_LABEL_VALUE = 256;
    private static final String RESERVED = "__";
    private static final Pattern YAML = Pattern.compile("\\.ya?ml$");

    private final String name;

    private TargetList(String name) {
        this.name = name;
    }

    /**
     * Reads the list in a file.
     *
     * @throws ConfigurationException if it is no such list
     */
    static List<ExporterTarget> ofFile(String file) {
        if (file.isBlank()) {
            throw new ConfigurationException("No file of targets stands behind file_sd=. Give one that holds " + FORM);
        }
        TargetList list = new TargetList("The file of targets " + file);
        byte[] text = BoundedFile.read(Path.of(file), MAX_BYTES);
        return list.targets(YAML.matcher(file).find() ? list.yaml(text) : list.json(text));
    }

    /**
     * Fetches the list from an address.
     *
     * @throws ConfigurationException if it is no such list
     * @throws ScrapeException        if the address does not answer
     * @throws InterruptedException   if the thread is interrupted meanwhile
     */
    static List<ExporterTarget> ofAddress(String address, Credentials credentials)
            throws ScrapeException, InterruptedException {
        ExporterAddress page = ExporterAddress.parseAll(address, "http_sd=http://targets-host/gpus", "/").getFirst();
        byte[] body = new PageClient(page, "application/json", credentials).fetch(response -> {
            if (response.status() != OK) {
                throw ScrapeException.unusable("the list of targets at " + page + " answers with status "
                        + response.status() + "; check the address, and who may read it");
            }
            return response.readAll();
        });
        TargetList list = new TargetList("The list of targets at " + page);
        return list.targets(list.json(body));
    }

    private JsonNode json(byte[] text) {
        try {
            return Json.parse(text);
        } catch (JsonSyntaxException notJson) {
            throw wrong("it is not JSON (" + notJson.getMessage()
                    + "); the name of a file of YAML must end in .yml or .yaml");
        }
    }

    private JsonNode yaml(byte[] text) {
        try {
            return Json.fromPlain(YamlDocument.parse(new String(text, StandardCharsets.UTF_8), name));
        } catch (NoClassDefFoundError missing) {
            throw new ConfigurationException(
                    name + " is YAML, which needs the library org.yaml:snakeyaml: add it to the"
                            + " class path, or convert the file: yq -o=json targets.yml > targets.json",
                    missing);
        }
    }

    private List<ExporterTarget> targets(JsonNode groups) {
        List<ExporterTarget> found = new ArrayList<>();
        if (!groups.isArray()) {
            throw wrong("its content is no list");
        }
        for (int i = 0; i < groups.size(); i++) {
            add(groups.get(i), "group " + (i + 1), found);
        }
        if (found.isEmpty()) {
            throw wrong("it has no target");
        }
        return found;
    }

    private void add(JsonNode group, String where, List<ExporterTarget> found) {
        JsonNode targets = group.path("targets");
        if (!targets.isArray()) {
            throw wrong(where + " has no list \"targets\"");
        }
        Map<String, String> labels = labels(group.path("labels"), where);
        String scheme = Optional.ofNullable(labels.remove("__scheme__")).orElse("http");
        String path = Optional.ofNullable(labels.remove("__metrics_path__")).orElse("/metrics");
        labels.keySet().removeIf(label -> label.startsWith(RESERVED));
        for (JsonNode target : targets) {
            if (!target.isTextual() || !TARGET.matcher(target.textValue()).matches()) {
                throw wrong(where + " has a target that is no address such as \"gpu1:9400\"");
            }
            if (found.size() == MAX_TARGETS) {
                throw wrong("it has more than " + MAX_TARGETS + " targets; read a part of them");
            }
            found.add(new ExporterTarget(address(target.textValue(), scheme, path, where), labels));
        }
    }

    private ExporterAddress address(String target, String scheme, String path, String where) {
        boolean whole = target.toLowerCase(Locale.ROOT).matches("https?://.*");
        try {
            return ExporterAddress.parseAll(whole ? target : scheme + "://" + target + path).getFirst();
        } catch (ConfigurationException unusable) {
            throw wrong(where + ": " + unusable.getMessage());
        }
    }

    private Map<String, String> labels(JsonNode labels, String where) {
        Map<String, String> found = new LinkedHashMap<>();
        if (labels.isMissingNode() || labels.isNull()) {
            return found;
        }
        if (!labels.isObject()) {
            throw wrong(where + " has \"labels\" that are no object of names and texts");
        }
        labels.properties().forEach(label -> {
            if (!LABEL.matcher(label.getKey()).matches() || !label.getValue().isTextual()
                    || label.getValue().textValue().length() > MAX_LABEL_VALUE) {
                throw wrong(where + " has a label that is no name with a text of at most " + MAX_LABEL_VALUE
                        + " characters; a number needs quotes");
            }
            found.put(label.getKey(), label.getValue().textValue());
        });
        return found;
    }

    private ConfigurationException wrong(String reason) {
        return new ConfigurationException(name + " cannot be used: " + reason + ". It must hold " + FORM);
    }
}
