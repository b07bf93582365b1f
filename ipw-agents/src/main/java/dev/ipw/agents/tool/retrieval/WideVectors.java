package dev.ipw.agents.tool.retrieval;

import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * Lucene's own file format, with vectors longer than its default maximum of 1,024 numbers: many models have longer
 * ones.
 */
final class WideVectors extends FilterCodec {
    private static final int MAX_DIMENSIONS = 8_192;

    /** Creates the codec under the original name, so that Lucene alone can read the files. */
    WideVectors() {
        super(Codec.getDefault().getName(), Codec.getDefault());
    }

    @Override
    public KnnVectorsFormat knnVectorsFormat() {
        KnnVectorsFormat format = delegate.knnVectorsFormat();
        return new KnnVectorsFormat(format.getName()) {
            @Override
            public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
                return format.fieldsWriter(state);
            }

            @Override
            public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
                return format.fieldsReader(state);
            }

            @Override
            public int getMaxDimensions(String field) {
                return MAX_DIMENSIONS;
            }
        };
    }
}
