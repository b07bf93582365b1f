package dev.ipw.internal.table;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BufferLayout.BufferType;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The record batch of a table's rows, in which each column of texts or lists has length + 1 offsets. Arrow's own Java
 * library omits the offsets of an empty column, and readers in other languages then read past the end of a buffer.
 */
final class WholeBatch {
    private final Iterator<ArrowBuf> unloaded;
    private final ArrowBuf zeroOffset;
    private final List<ArrowBuf> buffers = new ArrayList<>();

    private WholeBatch(List<ArrowBuf> unloaded, ArrowBuf zeroOffset) {
        this.unloaded = unloaded.iterator();
        this.zeroOffset = zeroOffset;
    }

    /** Returns the rows of a table, to be closed by the caller. */
    static ArrowRecordBatch of(VectorSchemaRoot root, BufferAllocator allocator) {
        try (ArrowRecordBatch unloaded = new VectorUnloader(root).getRecordBatch();
                ArrowBuf zeroOffset = allocator.buffer(Integer.BYTES)) {
            zeroOffset.setInt(0, 0);
            zeroOffset.writerIndex(Integer.BYTES);
            WholeBatch batch = new WholeBatch(unloaded.getBuffers(), zeroOffset);
            root.getSchema().getFields().forEach(batch::add);
            return new ArrowRecordBatch(unloaded.getLength(), unloaded.getNodes(), batch.buffers);
        }
    }

    private void add(Field field) {
        for (BufferType type : TypeLayout.getTypeLayout(field.getType()).getBufferTypes()) {
            ArrowBuf buffer = unloaded.next();
            buffers.add(type == BufferType.OFFSET && buffer.readableBytes() == 0 ? zeroOffset : buffer);
        }
        field.getChildren().forEach(this::add);
    }
}
