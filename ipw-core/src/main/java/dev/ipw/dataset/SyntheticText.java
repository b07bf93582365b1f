package dev.ipw.dataset;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.apiguardian.api.API;

/**
 * The writer of prompts of a given length from words of four letters, which common vocabularies hold as one token each.
 * A prompt's first words are its salt: they differ from prompt to prompt and from run to run, so that no prefix cache
 * hides the work of reading the prompt.
 *
 * @param overhead tokens that the server adds to the words, such as its template's
 * @param perWord  tokens of a word
 */
@API(status = API.Status.EXPERIMENTAL)
public record SyntheticText(double overhead, double perWord) {
    private static final String MARK = "synthetic_prompt";
    private static final int SALT_WORDS = 8;
    private static final int FEW_WORDS = 16;
    private static final int MIN_WORDS_OF_MANY = 48;
    private static final int MAX_WORDS_OF_MANY = 1024;
    private static final double MIN_PER_WORD = 0.25;
    private static final String[] WORDS = ("time year life work part week case home room area book word game line city name team body back "
            + "face door road food land blue cold dark deep easy fair fast fine free full good hard high kind "
            + "late long main near next open rich safe same slow soft sure true warm weak wide wild wise ball "
            + "band bank base bird boat bone card care cell cost crew crop date disk drop drug edge fact farm "
            + "film fire fish flag flow form fuel fund gain gate gold hair half hall head heat help hill hole "
            + "host hour iron item jury lake lead left less list load")
            .split(" ");

    /** Returns a writer that assumes one token for each word and no overhead, until the tokens are counted. */
    static SyntheticText unfitted() {
        return new SyntheticText(0, 1);
    }

    /**
     * Measures a model's tokens per text with a few short requests: overhead and tokens per word by a line through two
     * lengths, moved to fit at the wanted length.
     *
     * @param counter counts tokens
     * @param typical the length that is wanted, in tokens
     * @return the fitted writer; {@link #unfitted()} if tokens cannot be counted
     * @throws InterruptedException if the calling thread is interrupted
     */
    static SyntheticText fit(TokenCount counter, int typical) throws InterruptedException {
        int many = Math.clamp(typical, MIN_WORDS_OF_MANY, MAX_WORDS_OF_MANY);
        OptionalLong few = counter.of(words(FEW_WORDS, new Random(1)));
        OptionalLong more = few.isEmpty() ? few : counter.of(words(many, new Random(2)));
        if (more.isEmpty()) {
            return unfitted();
        }
        double perWord = (double) (more.getAsLong() - few.getAsLong()) / (many - FEW_WORDS);
        if (perWord < MIN_PER_WORD) {
            return unfitted();
        }
        SyntheticText line = new SyntheticText(few.getAsLong() - perWord * FEW_WORDS, perWord);
        OptionalLong counted = counter.of(line.write(typical, "fit"));
        return counted.isPresent() && line.canReach(typical)
                ? new SyntheticText(line.overhead + counted.getAsLong() - typical, perWord)
                : line;
    }

    private boolean canReach(int tokens) {
        return tokens >= overhead + perWord;
    }

    /**
     * Writes a prompt. If a word is several whole tokens, as of a model that reads characters, a part of a word fills
     * the rest.
     */
    String write(int tokens, String key) {
        double needed = Math.max(perWord, tokens - overhead);
        boolean whole = perWord > 1 && Math.abs(perWord - Math.rint(perWord)) < 1e-9;
        int count = Math.max(1, (int) (whole ? Math.floor(needed / perWord + 1e-9) : Math.rint(needed / perWord)));
        String text = words(count, random(key));
        int missing = whole ? (int) Math.rint(needed - count * perWord) : 0;
        return text + (missing == 0 ? "" : missing == 1 ? "s" : " " + "s".repeat(missing - 1));
    }

    private static String words(int count, Random random) {
        StringBuilder text = new StringBuilder(count * (WORDS[0].length() + 1));
        for (int word = 0; word < count; word++) {
            text.append(word == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
        }
        return text.toString();
    }

    private static Random random(String key) {
        byte[] digest = Fingerprint.rank(0, key);
        long seed = 0;
        for (int index = 0; index < Long.BYTES; index++) {
            seed = (seed << Byte.SIZE) | (digest[index] & 0xff);
        }
        return new Random(seed);
    }

    /** Marks a record's prompt as one whose first words may be changed. */
    static Map<String, Object> marked(Map<String, Object> metadata) {
        Map<String, Object> marked = new HashMap<>(metadata);
        marked.put(MARK, true);
        return marked;
    }

    /**
     * Returns a record whose prompt has another beginning of the same length. Prompts from other sources are unchanged.
     *
     * @param record the record
     * @param key    decides on the beginning
     * @return the record with the other prompt
     */
    public static DatasetRecord salted(DatasetRecord record, String key) {
        if (!Boolean.TRUE.equals(record.metadata().get(MARK))) {
            return record;
        }
        String[] words = record.problem().split(" ");
        Random random = random(key + "\n" + record.id());
        for (int word = 0; word < Math.min(words.length, SALT_WORDS); word++) {
            // The part that fills the length is no word.
            words[word] = words[word].length() == WORDS[0].length() ? WORDS[random.nextInt(WORDS.length)] : words[word];
        }
        return record.toBuilder().problem(String.join(" ", words)).build();
    }
}
