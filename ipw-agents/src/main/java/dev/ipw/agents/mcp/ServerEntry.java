package dev.ipw.agents.mcp;

import dev.ipw.internal.secret.KnownSecret;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server in a configuration file. */
sealed interface ServerEntry {
    /** Returns its name in the file. */
    String name();

    /** Returns the secrets that only the server may know. */
    List<KnownSecret> secrets();

    /** A program that is started, with standard input and output as its channel. */
    record Program(String name, List<String> command, Map<String, String> variables, Optional<Path> folder,
            List<KnownSecret> secrets) implements ServerEntry {
        public Program {
            command = List.copyOf(command);
            variables = Map.copyOf(variables);
            secrets = List.copyOf(secrets);
        }
    }

    /** A server that already runs, with streamable HTTP as its channel. */
    record Address(String name, URI uri, Map<String, String> headers, List<KnownSecret> secrets)
            implements
                ServerEntry {
        public Address {
            headers = Map.copyOf(headers);
            secrets = List.copyOf(secrets);
        }
    }
}
