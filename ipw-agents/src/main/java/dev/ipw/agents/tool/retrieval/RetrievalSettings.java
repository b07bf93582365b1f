package dev.ipw.agents.tool.retrieval;

import dev.ipw.agents.ToolContext;
import dev.ipw.agents.tool.web.JsonService;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.inference.http.HttpSettings.ApiKey;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.plugin.Parameters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of searching a corpus. All retrieval tools of a run share their parameters, so each reads all of them.
 *
 * @param corpus           the path of the corpus
 * @param chunks           the division of documents
 * @param mostResults      the number of results of a search unless the model requests another
 * @param wordCandidates   the number of parts that a hybrid search takes by words
 * @param vectorCandidates the number of parts that it takes by vectors
 * @param embeddings       the server of embeddings; empty if none was named
 * @param embeddingsName   distinguishes its vectors from those of others
 */
record RetrievalSettings(Path corpus, Chunks chunks, int mostResults, int wordCandidates, int vectorCandidates,
        Optional<Embeddings> embeddings, String embeddingsName) {
    static final int HIGHEST_RESULTS = 50;
    private static final int RESULTS = 5;
    private static final int CANDIDATES = 20;
    private static final int HIGHEST_CANDIDATES = 1_000;
    private static final int CHUNK_CHARACTERS = 2_000;
    private static final int MIN_CHUNK_CHARACTERS = 100;
    private static final int MAX_CHUNK_CHARACTERS = 20_000;
    private static final int OVERLAP = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    static RetrievalSettings of(ToolContext context, Parameters parameters) {
        String corpus = parameters.text("corpus").orElseThrow(() -> new ConfigurationException(
                "Retrieval needs a corpus: " + Setting.TOOL_PARAM
                        + " retrieval.corpus=FOLDER, or a file of JSON Lines with id and content"));
        int characters = between(parameters, "chunk_chars", CHUNK_CHARACTERS, MIN_CHUNK_CHARACTERS,
                MAX_CHUNK_CHARACTERS);
        int overlap = between(parameters, "chunk_overlap", Math.min(OVERLAP, characters / 4), 0, characters / 2);
        int results = between(parameters, "top_k", RESULTS, 1, HIGHEST_RESULTS);
        int words = between(parameters, "bm25_candidates", CANDIDATES, 1, HIGHEST_CANDIDATES);
        int vectors = between(parameters, "dense_candidates", CANDIDATES, 1, HIGHEST_CANDIDATES);
        Optional<Embeddings> embeddings = embeddings(context, parameters);
        return new RetrievalSettings(Path.of(corpus), new Chunks(characters, overlap), results, words, vectors,
                embeddings, embeddings.map(one -> parameters.text("embedding_base_url").orElse("") + " " + one.model()
                        + " " + one.documentPrefix()).orElse(""));
    }

    private static Optional<Embeddings> embeddings(ToolContext context, Parameters parameters) {
        Optional<String> address = parameters.text("embedding_base_url");
        Optional<String> model = parameters.text("embedding_model");
        Optional<String> variable = parameters.text("embedding_key_variable");
        Duration timeout = parameters.duration("embedding_timeout").orElse(TIMEOUT);
        String queryPrefix = parameters.text("query_prefix").orElse("");
        String documentPrefix = parameters.text("document_prefix").orElse("");
        if (timeout.isZero() || address.isPresent() != model.isPresent()) {
            throw new ConfigurationException("Of retrieval, embedding_base_url and embedding_model belong together, and"
                    + " embedding_timeout must be more than 0");
        }
        Optional<ApiKey> key = variable.map(name -> context.variable(name).map(ApiKey::of)
                .orElseThrow(() -> new ConfigurationException("The environment variable " + name
                        + ", which retrieval.embedding_key_variable names, is not set")));
        return address.map(text -> new Embeddings(new JsonService("The embeddings server",
                ServerAddress.parse(text, "/v1"), key,
                variable.map(name -> "check " + name).orElse("name the variable of its key as"
                        + " retrieval.embedding_key_variable"),
                timeout), model.orElseThrow(), queryPrefix, documentPrefix));
    }

    private static int between(Parameters parameters, String name, int usual, int least, int most) {
        int value = parameters.integer(name).orElse(usual);
        if (value < least || value > most) {
            throw new ConfigurationException("The parameter " + name + " of retrieval must be " + least + " to " + most
                    + ", not " + value);
        }
        return value;
    }

    /** Returns the server of embeddings that a kind of search needs. */
    Embeddings requireEmbeddings(String kind) {
        return embeddings
                .orElseThrow(() -> new ConfigurationException("retrieval:" + kind + " needs a server of embeddings: "
                        + Setting.TOOL_PARAM + " retrieval.embedding_base_url=http://127.0.0.1:8000/v1 and "
                        + Setting.TOOL_PARAM + " retrieval.embedding_model=M"));
    }
}
