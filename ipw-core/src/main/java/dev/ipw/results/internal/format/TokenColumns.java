package dev.ipw.results.internal.format;

import dev.ipw.inference.ResponseFlag;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** The columns of token counts. */
final class TokenColumns extends StructColumns<TokenUsage> {
    static final TokenColumns INSTANCE = new TokenColumns();

    private final Column<TokenUsage, OptionalLong> input = count("input", "tokens of the prompt", TokenUsage::input);
    private final Column<TokenUsage, OptionalLong> output = count("output",
            "tokens of the answer, reasoning included", TokenUsage::output);
    private final Column<TokenUsage, OptionalLong> total = count("total", "tokens of both", TokenUsage::total);
    private final Column<TokenUsage, OptionalLong> cachedInput = count("cached_input",
            "cached tokens of the prompt", TokenUsage::cachedInput);
    private final Column<TokenUsage, OptionalLong> reasoning = count("reasoning", "tokens of reasoning",
            TokenUsage::reasoning);
    private final Column<TokenUsage, OptionalLong> streamed = count("streamed", "streamed tokens",
            TokenUsage::streamed);
    private final Column<TokenUsage, OptionalLong> firstChunk = count("first_chunk", "tokens of the first chunk",
            TokenUsage::firstChunk);
    private final Column<TokenUsage, OptionalLong> cacheWritten = count("cache_written",
            "tokens of the prompt written to a cache", TokenUsage::cacheWritten);
    private final Column<TokenUsage, OptionalLong> cacheWrittenForAnHour = count("cache_written_1h",
            "those written for an hour", TokenUsage::cacheWrittenForAnHour);
    private final Column<TokenUsage, TokenUsage.Source> source = exported("tokens_source", word("source",
            "source of the counts", usage -> usage.source().label(), Labels.of(TokenUsage.Source.class)));
    private final Column<TokenUsage, List<String>> flags = texts("flags", "rejected values",
            usage -> names(usage.flags()));

    private TokenColumns() {}

    OptionalLong output(TreeReader row) {
        return output.in(row);
    }

    @Override
    public TokenUsage read(TreeReader row) {
        return new TokenUsage(input.in(row), output.in(row), total.in(row), cachedInput.in(row), reasoning.in(row),
                streamed.in(row), firstChunk.in(row), cacheWritten.in(row), cacheWrittenForAnHour.in(row),
                source.in(row), flags(flags.in(row)));
    }

    /** Returns the names of a server's implausible reports, always in the same order. */
    static List<String> names(Collection<ResponseFlag> flags) {
        return flags.stream().sorted().map(ResponseFlag::name).toList();
    }

    /** Reads the names; refuses unknown ones. */
    static Set<ResponseFlag> flags(List<String> names) {
        EnumSet<ResponseFlag> flags = EnumSet.noneOf(ResponseFlag.class);
        names.forEach(name -> flags.add(Labels.parse(ResponseFlag.class, name)));
        return flags;
    }
}
