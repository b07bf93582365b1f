package dev.ipw.agents.tool.web;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.wire.AddressLookup;
import dev.ipw.plugin.Parameters;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/** The provider of {@code web_fetch}. */
public final class WebFetchToolProvider implements ToolProvider {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int MAX_MEBIBYTES = 10;
    private static final int HIGHEST_MEBIBYTES = 100;

    @Override
    public String id() {
        return "web_fetch";
    }

    @Override
    public String description() {
        return "fetches a page of the web and shows its text";
    }

    @Override
    public List<AgentTool> create(ToolContext context, Parameters parameters) {
        Duration timeout = parameters.duration("timeout").orElse(TIMEOUT);
        int mebibytes = parameters.integer("max_mb").orElse(MAX_MEBIBYTES);
        if (timeout.isZero() || mebibytes < 1 || mebibytes > HIGHEST_MEBIBYTES) {
            throw new ConfigurationException("Of web_fetch, timeout must be more than 0, and max_mb 1 to "
                    + HIGHEST_MEBIBYTES);
        }
        AddressLookup lookup = parameters.flag("allow_private").orElse(false)
                ? InetAddress::getAllByName
                : PublicAddresses.ofSystem();
        return List.of(new WebFetchTool(new PageFetcher(lookup, timeout, mebibytes << 20)));
    }
}
