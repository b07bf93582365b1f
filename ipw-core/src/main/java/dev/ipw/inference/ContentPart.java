package dev.ipw.inference;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.apiguardian.api.API;

/** One part of a message's content. */
@API(status = API.Status.EXPERIMENTAL)
public sealed interface ContentPart {
    /**
     * A text.
     *
     * @param text the text, which may be empty
     */
    record Text(String text) implements ContentPart {
        /** Rejects null. */
        public Text {
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * An image.
     *
     * @param mediaType its type, for example {@code image/png}
     * @param bytes     the file's bytes, not empty
     */
    record Image(String mediaType, byte[] bytes) implements ContentPart {
        /** Copies the bytes; rejects a type other than an image's, and an empty file. */
        public Image {
            if (!mediaType.toLowerCase(Locale.ROOT).startsWith("image/")) {
                throw new IllegalArgumentException(
                        "The media type of an image begins with 'image/', not '" + mediaType + "'");
            }
            if (bytes.length == 0) {
                throw new IllegalArgumentException("An image needs at least one byte");
            }
            bytes = bytes.clone();
        }

        /**
         * Returns the file's bytes.
         *
         * @return a copy
         */
        @Override
        public byte[] bytes() {
            return bytes.clone();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Image image && mediaType.equals(image.mediaType)
                    && Arrays.equals(bytes, image.bytes);
        }

        @Override
        public int hashCode() {
            return 31 * mediaType.hashCode() + Arrays.hashCode(bytes);
        }

        /** Returns the type and the length, not the bytes. */
        @Override
        public String toString() {
            return mediaType + ", " + bytes.length + " bytes";
        }
    }

    /**
     * The result of one tool call.
     *
     * @param callId  the id of the {@link ToolCall} that it answers
     * @param name    the tool's name
     * @param content the tool's result, as text
     * @param isError true if the tool failed and the content gives the reason
     */
    record ToolResult(String callId, String name, String content, boolean isError) implements ContentPart {
        /** Rejects nulls. */
        public ToolResult {
            Objects.requireNonNull(callId, "callId");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(content, "content");
        }
    }
}
