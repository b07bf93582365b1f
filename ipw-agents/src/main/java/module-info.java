import dev.ipw.agents.AgentProvider;
import dev.ipw.agents.ToolProvider;
import dev.ipw.agents.command.CommandAgentProvider;
import dev.ipw.agents.mcp.McpToolProvider;
import dev.ipw.agents.miniswe.MiniSweAgentProvider;
import dev.ipw.agents.react.ReactAgentProvider;
import dev.ipw.agents.reference.ReferenceAgents;
import dev.ipw.agents.terminus.TerminusAgentProvider;
import dev.ipw.agents.tool.BasicTools;
import dev.ipw.agents.tool.retrieval.RetrievalToolProvider;
import dev.ipw.agents.tool.web.WebFetchToolProvider;
import dev.ipw.agents.tool.web.WebSearchToolProvider;
import dev.ipw.plugin.PluginCatalogue;

/** Intelligence Per Watt: agents, their tools, and the joules of each turn. */
module dev.ipw.agents {
    requires transitive dev.ipw.core;
    requires dev.ipw.benchmarks;
    requires com.fasterxml.jackson.databind;
    requires com.networknt.schema;
    requires org.apache.lucene.core;
    requires org.jsoup;
    requires org.slf4j;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.ipw.agents;
    exports dev.ipw.agents.servers to dev.ipw.cli;

    uses AgentProvider;
    uses ToolProvider;

    provides AgentProvider with
            CommandAgentProvider,
            MiniSweAgentProvider,
            ReactAgentProvider,
            TerminusAgentProvider;

    provides PluginCatalogue with BasicTools, ReferenceAgents;

    provides ToolProvider with
            McpToolProvider,
            RetrievalToolProvider,
            WebFetchToolProvider,
            WebSearchToolProvider;
}
