package dev.ipw.cli.serve;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.command.KeyValues;
import dev.ipw.cli.http.GuardedServer;
import dev.ipw.cli.profile.ProfileOptions;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command that puts a client of this process behind a server, for trying a measurement over HTTP without another
 * model.
 */
@Command(name = "serve", aliases = "serve-embedded",
        description = "Serve the embedded model, or any client, over the protocols of OpenAI, Anthropic and Ollama"
                + " on this machine, until interrupted.")
public final class ServeCommand implements Callable<Integer> {
    private static final int DEFAULT_PORT = 8080;

    private final CommandContext ipw;

    @Option(names = "--client", paramLabel = "ID",
            description = "The client that answers. Default: " + ProfileOptions.OPENAI
                    + " with --client-base-url, else "
                    + ProfileOptions.EMBEDDED + ".")
    private Optional<String> client = Optional.empty();

    @Option(names = "--model", paramLabel = "NAME", description = "The model; embedded has small, medium and large.")
    private @Nullable String model;

    @Option(names = "--client-base-url", paramLabel = "URL", description = "Where the client's own server is.")
    private @Nullable String clientBaseUrl;

    @Option(names = "--client-param", paramLabel = "KEY=VALUE",
            description = "A parameter of the client; may be given several times.")
    private List<String> clientParameters = new ArrayList<>();

    @Option(names = "--port", paramLabel = "PORT",
            description = "The port on 127.0.0.1; 0 takes a free one. Default: ${DEFAULT-VALUE}.",
            defaultValue = "8080")
    private int port = DEFAULT_PORT;

    public ServeCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public Integer call() throws InterruptedException {
        GuardedServer.requirePort("--port", port);
        String id = client.orElse(clientBaseUrl == null ? ProfileOptions.EMBEDDED : ProfileOptions.OPENAI);
        Parameters parameters = Parameters.of("client " + id, KeyValues.of("--client-param", clientParameters));
        ClientOptions options = new ClientOptions(Optional.ofNullable(model), baseUrl(), parameters,
                System.getenv());
        try (InferenceClient answering = Plugins.builder("client", InferenceClientProvider.class)
                .classLoader(ipw.classLoader()).build().require(id).create(options);
                ChatServer server = ChatServer.start(answering, port)) {
            String served = answering.describe().model();
            ipw.answer(() -> "Serving " + served + " at " + server.baseUrl(),
                    () -> TreeBuilder.object().put("model", served).put("base_url", server.baseUrl().toString()));
            ipw.note("Try: ipw profile --client-base-url " + server.baseUrl() + " --model " + served
                    + " --dataset arithmetic");
            ipw.note("Clients of Anthropic and of Ollama take " + server.baseUrl().resolve("/") + " as their address.");
            ipw.note("Ctrl-C ends it.");
            new CountDownLatch(1).await();
            return ExitCode.FINE;
        }
    }

    private Optional<URI> baseUrl() {
        try {
            return clientBaseUrl == null ? Optional.empty() : Optional.of(new URI(clientBaseUrl.strip()));
        } catch (URISyntaxException notAnAddress) {
            throw new ConfigurationException("--client-base-url is no address: " + notAnAddress.getReason()
                    + ". Give one such as http://127.0.0.1:8000/v1", notAnAddress);
        }
    }
}
