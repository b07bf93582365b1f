package dev.ipw.benchmarks.question;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.Message;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.file.CacheFolder;
import dev.ipw.internal.file.Sha256;
import dev.ipw.internal.io.Excerpt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The images of questions in a folder, each once, under the hash of its bytes. A record has the name; the prompt has
 * the image.
 *
 * @param folder the folder, created when the first is kept; empty to put the images themselves into records, as for
 *               examples
 */
public record ImageStore(Optional<Path> folder) {
    /** The metadata field with the name of a question's image. */
    public static final String IMAGE = "image";
    private static final Pattern DATA_ADDRESS = Pattern.compile("data:(image/[A-Za-z0-9.+-]{1,40});base64,");
    private static final long MAX_BYTES = 64L << 20;

    /**
     * Makes a store in a folder.
     *
     * @param folder the folder
     */
    public ImageStore(Path folder) {
        this(Optional.of(folder));
    }

    /**
     * Keeps an image that is written as a data address.
     *
     * @param address {@code data:image/png;base64,...}
     * @return its name
     * @throws InputException if it is not an image in base64
     */
    public String keep(String address) {
        ContentPart.Image image = image(address);
        return keep(image.mediaType(), image.bytes());
    }

    private static ContentPart.Image image(String address) {
        Matcher head = DATA_ADDRESS.matcher(address);
        if (!head.lookingAt()) {
            throw new InputException("The image of a question is no data address in base64: "
                    + Excerpt.start(address, 40));
        }
        try {
            return new ContentPart.Image(head.group(1),
                    Base64.getMimeDecoder().decode(address.substring(head.end())));
        } catch (IllegalArgumentException noBase64) {
            throw new InputException("The image of a question is not whole: its base64 cannot be read", noBase64);
        }
    }

    /**
     * Keeps an image.
     *
     * @param mediaType the media type, such as {@code image/png}
     * @param bytes     the content of the file
     * @return its name, or the image as a data address
     */
    public String keep(String mediaType, byte[] bytes) {
        return folder.map(place -> store(place, mediaType, bytes)).orElseGet(
                () -> "data:" + mediaType + ";base64," + Base64.getEncoder().encodeToString(bytes));
    }

    private static String store(Path folder, String mediaType, byte[] bytes) {
        String name = Sha256.of(bytes) + "." + mediaType.substring(mediaType.indexOf('/') + 1);
        Path file = folder.resolve(name);
        if (!Files.isRegularFile(file)) {
            CacheFolder.made(folder);
            AtomicFile.write(file, bytes);
        }
        return name;
    }

    /**
     * Writes a message of a text and the image that a record names; the text alone if it names none.
     *
     * @param record the question
     * @param text   the text of the question
     * @return the message
     * @throws InputException if the image is not there any more
     */
    public Message message(DatasetRecord record, String text) {
        if (!(record.metadata().get(IMAGE) instanceof String name)) {
            return Message.user(text);
        }
        return Message.user(List.of(new ContentPart.Text(text), folder.map(place -> readImage(place, name))
                .orElseGet(() -> image(name))));
    }

    private static ContentPart.Image readImage(Path folder, String name) {
        return new ContentPart.Image("image/" + name.substring(name.lastIndexOf('.') + 1),
                BoundedFile.read(folder.resolve(name), MAX_BYTES));
    }
}
