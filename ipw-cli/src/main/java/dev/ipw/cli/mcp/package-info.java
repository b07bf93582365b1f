/** The server of MCP behind {@code ipw mcp}. */
@NullMarked
package dev.ipw.cli.mcp;

import org.jspecify.annotations.NullMarked;
