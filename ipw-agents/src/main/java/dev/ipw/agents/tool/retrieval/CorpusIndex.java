package dev.ipw.agents.tool.retrieval;

import dev.ipw.agents.tool.retrieval.Chunks.Chunk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.VectorScorer;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.NIOFSDirectory;
import org.jspecify.annotations.Nullable;

/** An index of a corpus' parts by words and by vectors. Searches may run in parallel. */
final class CorpusIndex implements AutoCloseable {
    private static final float TERM_SATURATION = 1.5f;
    private static final float LENGTH_NORMALISATION = 0.75f;
    private static final int MAX_WORDS = 256;
    private static final int PARTS_AT_ONCE = 256;
    private static final String ID = "id";
    private static final String TITLE = "title";
    private static final String START = "start";
    private static final String TEXT = "text";
    private static final String VECTOR = "vector";
    private static final BM25Similarity BM25 = new BM25Similarity(TERM_SATURATION, LENGTH_NORMALISATION);

    private final Directory directory;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    private CorpusIndex(Directory directory, DirectoryReader reader) {
        this.directory = directory;
        this.reader = reader;
        searcher = new IndexSearcher(reader);
        searcher.setSimilarity(BM25);
    }

    /**
     * A part that matches a query.
     *
     * @param chunk its number in the index
     * @param score the quality of the match
     */
    record Hit(int chunk, double score) {}

    /**
     * The content of a part.
     *
     * @param id    the document's id
     * @param title the document's title; empty text if it has none
     * @param start the part's start in the document
     * @param text  the part
     */
    record Content(String id, String title, int start, String text) {}

    /** The source of vectors of parts. */
    @FunctionalInterface
    interface Vectors {
        List<float[]> of(List<String> texts) throws IOException;
    }

    /**
     * Writes an index.
     *
     * @param folder  an empty folder
     * @param corpus  the documents
     * @param chunks  their division
     * @param vectors gives vectors; null omits them
     */
    static void write(Path folder, Corpus corpus, Chunks chunks, @Nullable Vectors vectors) throws IOException {
        try (Analyzer analyzer = words();
                Directory directory = new NIOFSDirectory(folder);
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer)
                        .setSimilarity(BM25).setCodec(new WideVectors()))) {
            List<Part> parts = new ArrayList<>();
            for (CorpusDocument document : corpus.documents()) {
                for (Chunk chunk : chunks.of(document.text())) {
                    parts.add(new Part(document, chunk));
                    if (parts.size() == PARTS_AT_ONCE) {
                        add(writer, parts, vectors);
                    }
                }
            }
            add(writer, parts, vectors);
            writer.forceMerge(1);
            writer.commit();
        }
    }

    private static void add(IndexWriter writer, List<Part> parts, @Nullable Vectors vectors) throws IOException {
        List<float[]> directions = vectors == null
                ? List.of()
                : vectors.of(parts.stream().map(part -> part.chunk().text()).toList());
        for (int at = 0; at < parts.size(); at++) {
            Document stored = stored(parts.get(at).document(), parts.get(at).chunk());
            if (!directions.isEmpty()) {
                stored.add(new KnnFloatVectorField(VECTOR, directions.get(at), VectorSimilarityFunction.DOT_PRODUCT));
            }
            writer.addDocument(stored);
        }
        parts.clear();
    }

    private record Part(CorpusDocument document, Chunk chunk) {}

    private static Document stored(CorpusDocument document, Chunk part) {
        Document stored = new Document();
        stored.add(new StoredField(ID, document.id()));
        stored.add(new StoredField(TITLE, document.title()));
        stored.add(new StoredField(START, part.start()));
        stored.add(new TextField(TEXT, part.text(), Field.Store.YES));
        return stored;
    }

    /** Opens an index. */
    static CorpusIndex open(Path folder) throws IOException {
        Directory directory = new NIOFSDirectory(folder);
        try {
            return new CorpusIndex(directory, DirectoryReader.open(directory));
        } catch (IOException | RuntimeException broken) {
            directory.close();
            throw broken;
        }
    }

    /** Returns the number of parts. */
    int size() {
        return reader.numDocs();
    }

    /** Finds the parts with words of the query, by BM25; a part without any is not included. */
    List<Hit> byWords(String query, int most) throws IOException {
        BooleanQuery.Builder words = new BooleanQuery.Builder();
        wordsOf(query).stream().limit(MAX_WORDS)
                .forEach(word -> words.add(new TermQuery(new Term(TEXT, word)), BooleanClause.Occur.SHOULD));
        List<Hit> hits = new ArrayList<>();
        for (ScoreDoc one : searcher.search(words.build(), most).scoreDocs) {
            hits.add(new Hit(one.doc, one.score));
        }
        return hits;
    }

    /** Finds the parts with the nearest vectors, by their cosine; all parts are compared. */
    List<Hit> byVector(float[] vector, int most) throws IOException {
        PriorityQueue<Hit> best = new PriorityQueue<>(
                Comparator.comparingDouble(Hit::score).thenComparing(Hit::chunk, Comparator.reverseOrder()));
        for (LeafReaderContext leaf : reader.leaves()) {
            FloatVectorValues values = leaf.reader().getFloatVectorValues(VECTOR);
            VectorScorer scorer = values == null ? null : values.scorer(vector);
            if (scorer == null) {
                continue;
            }
            DocIdSetIterator parts = scorer.iterator();
            for (int part = parts.nextDoc(); part != DocIdSetIterator.NO_MORE_DOCS; part = parts.nextDoc()) {
                // Lucene's score of a product of vectors is (1 + cosine) / 2.
                best.add(new Hit(leaf.docBase + part, 2.0 * scorer.score() - 1));
                if (best.size() > most) {
                    best.poll();
                }
            }
        }
        List<Hit> hits = new ArrayList<>();
        while (!best.isEmpty()) {
            hits.addFirst(best.poll());
        }
        return hits;
    }

    /** Returns the length of the vectors; 0 without vectors. */
    int dimensions() throws IOException {
        for (LeafReaderContext leaf : reader.leaves()) {
            FloatVectorValues values = leaf.reader().getFloatVectorValues(VECTOR);
            if (values != null) {
                return values.dimension();
            }
        }
        return 0;
    }

    /** Reads the content of a part. */
    Content content(int chunk) throws IOException {
        Document stored = searcher.storedFields().document(chunk);
        return new Content(stored.get(ID), stored.get(TITLE), stored.getField(START).numericValue().intValue(),
                stored.get(TEXT));
    }

    /** Returns the words of a text in the form of the index: in lower case, including all words, with their endings. */
    static List<String> wordsOf(String text) {
        List<String> words = new ArrayList<>();
        try (Analyzer analyzer = words(); TokenStream tokens = analyzer.tokenStream(TEXT, text)) {
            CharTermAttribute word = tokens.addAttribute(CharTermAttribute.class);
            tokens.reset();
            while (tokens.incrementToken()) {
                words.add(word.toString());
            }
            tokens.end();
            return words;
        } catch (IOException impossible) {
            throw new IllegalStateException("A text in memory can be read", impossible);
        }
    }

    private static Analyzer words() {
        return new StandardAnalyzer(CharArraySet.EMPTY_SET);
    }

    @Override
    public void close() {
        try {
            reader.close();
            directory.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
