package dev.ipw.agents.mcp;

import dev.ipw.internal.secret.KnownSecret;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server as a configuration file describes it. */
sealed interface ServerEntry {
    /** Returns the name under which it stands in the file. */
    String name();

    /** Returns what must not be told to anybody but the server. */
    List<KnownSecret> secrets();

    /** A program that is started and speaks over its standard input and output. */
    record Program(String name, List<String> command, Map<String, String> variables, Optional<Path> folder,
            List<KnownSecret> secrets) implements ServerEntry {
        public Program {
            command = List.copyOf(command);
            variables = Map.copyOf(variables);
            secrets = List.copyOf(secrets);
        }
    }

    /** A server that is there already and speaks over streamable HTTP. */
    record Address(String name, URI uri, Map<String, String> headers, List<KnownSecret> secrets)
            implements
                ServerEntry {
        public Address {
            headers = Map.copyOf(headers);
            secrets = List.copyOf(secrets);
        }
    }
}
