package dev.ipw.agents.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.agents.ToolContext;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.secret.KnownSecret;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.secret.SecretRedactor;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reader of one server in a configuration file, which also records which of its texts are secrets. */
final class EntryReader {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\\}");
    private static final Set<String> HTTP = Set.of("http", "streamable-http", "streamablehttp");

    private final String name;
    private final JsonNode fields;
    private final Path file;
    private final ToolContext context;
    private final List<KnownSecret> secrets = new ArrayList<>();

    private EntryReader(String name, JsonNode fields, Path file, ToolContext context) {
        this.name = name;
        this.fields = fields;
        this.file = file;
        this.context = context;
    }

    static ServerEntry read(String name, JsonNode fields, Path file, ToolContext context) {
        return new EntryReader(name, fields, file, context).entry();
    }

    private ServerEntry entry() {
        if (!fields.isObject()) {
            throw wrong("is no object",
                    "Write {\"command\": ..., \"args\": [...]} or {\"type\": \"http\", \"url\": ...}");
        }
        Optional<String> type = text("type").map(text -> text.toLowerCase(Locale.ROOT));
        Optional<String> command = text("command");
        Optional<String> url = text("url");
        if (type.filter(text -> text.equals("sse")).isPresent()) {
            throw wrong("has the type sse, which MCP has given up",
                    "Give the server's address of streamable HTTP, with the type http");
        }
        if (type.filter(text -> !text.equals("stdio") && !HTTP.contains(text)).isPresent()) {
            throw wrong("has a type that is not known", "There are stdio and http");
        }
        boolean isProgram = type.map(text -> text.equals("stdio")).orElse(command.isPresent());
        if (isProgram) {
            return program(command.orElseThrow(() -> wrong("has no command", "Add \"command\"")));
        }
        return address(url.orElseThrow(() -> wrong("has neither a command nor a url", "Add one of the two")));
    }

    private ServerEntry program(String command) {
        List<String> all = new ArrayList<>(List.of(expanded("command", command)));
        JsonNode arguments = fields.path("args");
        if (!arguments.isMissingNode() && !arguments.isArray()) {
            throw wrong("has args that are no list", "Write \"args\": [\"...\"]");
        }
        String before = "";
        for (JsonNode argument : arguments) {
            String text = expanded("args", value("args", argument));
            int sign = text.indexOf('=');
            if (before.startsWith("-") && Redaction.resemblesSecret(before)) {
                keep(text);
            } else if (text.startsWith("-") && sign > 0 && Redaction.resemblesSecret(text.substring(0, sign))) {
                keep(text.substring(sign + 1));
            }
            all.add(text);
            before = text;
        }
        return new ServerEntry.Program(name, all, named("env"), text("cwd").map(text -> path(expanded("cwd", text))),
                secrets);
    }

    private ServerEntry address(String url) {
        try {
            URI uri = new URI(expanded("url", url));
            boolean isHttp = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (!isHttp || uri.getHost() == null) {
                throw wrong("has a url that is none of HTTP", "Write one such as http://127.0.0.1:3000/mcp");
            }
            if (uri.getUserInfo() != null) {
                throw wrong("has a user or password in its url", "Write \"headers\": {\"Authorization\": ...} instead");
            }
            return new ServerEntry.Address(name, uri, named("headers"), secrets);
        } catch (URISyntaxException broken) {
            throw wrong("has a url that is none: " + broken.getReason(), "Write one such as http://127.0.0.1:3000/mcp");
        }
    }

    private Path path(String text) {
        return Optional.ofNullable(file.toAbsolutePath().getParent()).map(folder -> folder.resolve(text))
                .orElse(Path.of(text));
    }

    private Map<String, String> named(String field) {
        JsonNode node = fields.path(field);
        if (!node.isMissingNode() && !node.isNull() && !node.isObject()) {
            throw wrong("has " + field + " that is no object", "Write \"" + field + "\": {\"NAME\": \"value\"}");
        }
        Map<String, String> values = new LinkedHashMap<>();
        node.properties().forEach(each -> {
            String value = expanded(field, value(field, each.getValue()));
            if (Redaction.resemblesSecret(each.getKey())) {
                keep(value);
            }
            values.put(each.getKey(), value);
        });
        return values;
    }

    /** Replaces {@code ${NAME}} and {@code ${NAME:-otherwise}} by environment variables. */
    private String expanded(String field, String text) {
        return VARIABLE.matcher(text).replaceAll(found -> {
            String variable = found.group(1);
            String value = context.variable(variable).or(() -> Optional.ofNullable(found.group(2)))
                    .orElseThrow(() -> wrong("needs the environment variable " + variable + " in " + field,
                            "Set it, or write ${" + variable + ":-value}"));
            if (Redaction.resemblesSecret(variable)) {
                keep(value);
            }
            return Matcher.quoteReplacement(value);
        });
    }

    /** Records a secret; after a word such as Bearer, the rest is the secret itself. */
    private void keep(String secret) {
        secrets.add(KnownSecret.of(secret));
        int blank = secret.lastIndexOf(' ');
        if (blank >= 0) {
            secrets.add(KnownSecret.of(secret.substring(blank + 1)));
        }
        SecretRedactor.learn(secret.substring(blank + 1));
    }

    private Optional<String> text(String field) {
        return Optional.ofNullable(fields.get(field)).filter(node -> !node.isNull()).map(node -> value(field, node));
    }

    private String value(String field, JsonNode node) {
        if (!node.isValueNode() || node.isNull()) {
            throw wrong("has something in " + field + " that is no text", "Write texts there, in quotes");
        }
        return node.asText();
    }

    private ConfigurationException wrong(String what, String next) {
        return new ConfigurationException("The MCP server '" + name + "' in " + file + " " + what + ". " + next);
    }
}
