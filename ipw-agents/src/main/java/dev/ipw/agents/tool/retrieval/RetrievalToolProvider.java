package dev.ipw.agents.tool.retrieval;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.ToolProvider;
import dev.ipw.agents.tool.retrieval.CorpusIndex.Hit;
import dev.ipw.agents.tool.retrieval.CorpusIndex.Vectors;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.file.Sha256;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The provider of {@code retrieval:bm25}, {@code retrieval:grep}, {@code retrieval:dense} and
 * {@code retrieval:hybrid}.
 */
public final class RetrievalToolProvider implements ToolProvider {
    private static final int RANK_CONSTANT = 60;

    /** The version of the index format; it changes whenever an index of the same corpus would have another content. */
    private static final String FORM = "1";
    private static final int NAME_CHARACTERS = 32;

    @Override
    public String id() {
        return "retrieval";
    }

    @Override
    public String description() {
        return "searches a corpus of your own: retrieval:bm25, :grep, :dense, :hybrid";
    }

    @Override
    public List<AgentTool> create(ToolContext context, Parameters parameters) {
        String kind = parameters.text("target").orElse("");
        RetrievalSettings settings = RetrievalSettings.of(context, parameters);
        return switch (kind) {
            case "grep" -> List.of(new GrepTool(Corpus.read(settings.corpus(), context::progress)));
            case "bm25" -> {
                CorpusIndex index = index(context, settings, null);
                yield List.of(new RetrievalTool(kind, "words (BM25)", index, index::byWords, settings.mostResults()));
            }
            case "dense" -> {
                Embeddings embeddings = settings.requireEmbeddings(kind);
                CorpusIndex index = index(context, settings, embeddings);
                yield List.of(new RetrievalTool(kind, "meaning", index,
                        (query, most) -> byVector(index, embeddings, query, most), settings.mostResults()));
            }
            case "hybrid" -> {
                Embeddings embeddings = settings.requireEmbeddings(kind);
                CorpusIndex index = index(context, settings, embeddings);
                yield List.of(new RetrievalTool(kind, "words and meaning", index,
                        (query, most) -> fused(List.of(index.byWords(query, settings.wordCandidates()),
                                byVector(index, embeddings, query, settings.vectorCandidates())), most),
                        settings.mostResults()));
            }
            default -> throw new ConfigurationException("Name the kind of retrieval: retrieval:bm25, retrieval:grep,"
                    + " retrieval:dense or retrieval:hybrid, not 'retrieval" + (kind.isEmpty() ? "" : ":" + kind)
                    + "'");
        };
    }

    private static List<Hit> byVector(CorpusIndex index, Embeddings embeddings, String query, int most)
            throws IOException, ToolException, InterruptedException {
        float[] vector = embeddings.ofQuery(query);
        if (vector.length != index.dimensions()) {
            throw new ToolException("The embeddings server sends vectors of " + vector.length + " numbers, but those of"
                    + " the index have " + index.dimensions());
        }
        return index.byVector(vector, most);
    }

    private static CorpusIndex index(ToolContext context, RetrievalSettings settings, @Nullable Embeddings embeddings) {
        Corpus corpus = Corpus.read(settings.corpus(), context::progress);
        String named = String.join("\n", FORM, corpus.digest(), String.valueOf(settings.chunks()),
                embeddings == null ? "" : settings.embeddingsName());
        String name = new Sha256().add(named).hex().substring(0, NAME_CHARACTERS);
        Vectors vectors = embeddings == null ? null : texts -> vectors(embeddings, texts);
        return new IndexFolder(context.cacheFolder(), context::progress).open(name,
                empty -> CorpusIndex.write(empty, corpus, settings.chunks(), vectors));
    }

    private static List<float[]> vectors(Embeddings embeddings, List<String> texts) throws IOException {
        try {
            return embeddings.ofTexts(texts);
        } catch (ToolException failed) {
            throw new IOException(failed.getMessage(), failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("it was stopped", stopped);
        }
    }

    /**
     * Merges rankings by reciprocal ranks: the item at rank r of a ranking, counted from 1, gets 1 / (60 + r) from it.
     *
     * @param rankings each with the best first
     * @param most     the maximum number of results
     * @return the best, with their sums; of equal ones, the one that came first in the first ranking precedes
     */
    private static List<Hit> fused(List<List<Hit>> rankings, int most) {
        Map<Integer, Double> sums = new LinkedHashMap<>();
        for (List<Hit> ranking : rankings) {
            for (int at = 0; at < ranking.size(); at++) {
                sums.merge(ranking.get(at).chunk(), 1.0 / (RANK_CONSTANT + at + 1), Double::sum);
            }
        }
        return sums.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).limit(most)
                .map(entry -> new Hit(entry.getKey(), entry.getValue())).toList();
    }
}
