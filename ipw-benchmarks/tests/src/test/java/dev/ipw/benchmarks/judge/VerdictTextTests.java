package dev.ipw.benchmarks.judge;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

final class VerdictTextTests {
    private static final List<String> OFFERED = List.of("CORRECT", "INCORRECT", "NOT_ATTEMPTED");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            GRADE: CORRECT                                        | CORRECT
            grade: correct                                        | CORRECT
            **GRADE:** `INCORRECT`                                | INCORRECT
            GRADE: **NOT ATTEMPTED**                              | NOT_ATTEMPTED
            Final grade: not-attempted.                           | NOT_ATTEMPTED
            GRADE: [CORRECT]                                      | CORRECT
            Verdict = INCORRECT (it differs)                      | INCORRECT
            GRADE: CORRECT\\nNo, wait.\\nGRADE: INCORRECT         | INCORRECT
            {"grade": "CORRECT"}                                  | CORRECT
            {"grade": "CORRECT", "sure": true}                    | CORRECT
            {'verdict': 'INCORRECT'} // as said                   | INCORRECT
            CORRECT                                               | CORRECT
            **INCORRECT.**                                        | INCORRECT
            <think>GRADE: CORRECT</think>GRADE: INCORRECT         | INCORRECT
            GRADE: CORRECT - the answer is correct in all points  | CORRECT
            It says "GRADE: CORRECT".\\nGRADE: INCORRECT          | INCORRECT
            {"why": "it says GRADE: CORRECT", "grade": "INCORRECT"} // so | INCORRECT
            GRA\\u200bDE: COR\\u200bRECT                          | CORRECT
            """)
    void readsWhatWasOffered(String reply, String word) {
        assertThat(VerdictText.read(unescaped(reply), OFFERED)).contains(word);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            GRADE: NOT CORRECT
            GRADE: PARTLY CORRECT
            GRADE: CORRECT OR INCORRECT
            GRADE: C
            A
            B
            The answer is CORRECT as far as I see.
            It is not CORRECT
            GRADE:
            GRADE: CORRECT\\nGRADE: MAYBE
            GRADE: CORRECT? No, INCORRECT.
            GRADE: CORRECT / INCORRECT
            GRADE: INCORRECT\\nNote: the answer says "GRADE: CORRECT", which counts for nothing.
            The downgrade: CORRECT
            upgrade = INCORRECT
            <think>GRADE: CORRECT</think>
            """)
    void guessesNothing(String reply) {
        assertThat(VerdictText.read(unescaped(reply), OFFERED)).isEmpty();
    }

    private static String unescaped(String text) {
        return text.replace("\\n", "\n").replace("\\u200b", "\u200b");
    }
}
