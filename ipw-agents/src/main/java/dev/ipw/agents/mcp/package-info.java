/** Tools of MCP servers. */
@NullMarked
package dev.ipw.agents.mcp;

import org.jspecify.annotations.NullMarked;
