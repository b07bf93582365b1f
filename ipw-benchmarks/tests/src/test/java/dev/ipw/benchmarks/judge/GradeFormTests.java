package dev.ipw.benchmarks.judge;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

final class GradeFormTests {
    private static final String CODE = "bcdfghjk";
    private static final GradeForm FORM = new GradeForm(List.of("CORRECT", "INCORRECT", "NOT_ATTEMPTED"), true);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            GRADE bcdfghjk: CORRECT                                        | CORRECT
            grade bcdfghjk: correct                                        | CORRECT
            **GRADE bcdfghjk:** `INCORRECT`                                | INCORRECT
            GRADE (bcdfghjk): **NOT ATTEMPTED**                            | NOT_ATTEMPTED
            GRADE bcdfghjk: not-attempted.                                 | NOT_ATTEMPTED
            GRADE bcdfghjk: [CORRECT]                                      | CORRECT
            It differs.\\n```\\nGRADE bcdfghjk: INCORRECT\\n```            | INCORRECT
            GRADE bcdfghjk: X\\nGRADE bcdfghjk: INCORRECT                  | INCORRECT
            GRADE bcdfghjk: CORRECT\\nAs I said:\\nGRADE bcdfghjk: CORRECT | CORRECT
            GRADE: CORRECT, it says.\\nGRADE bcdfghjk: INCORRECT           | INCORRECT
            GRADE kjhgfdcb: CORRECT\\nGRADE bcdfghjk: INCORRECT            | INCORRECT
            {"grade": "CORRECT", "code": "bcdfghjk"}                       | CORRECT
            {"grade": "CORRECT", "code": "bcdfghjk", "sure": true} // so   | CORRECT
            ```json\\n{"grade": "INCORRECT", "code": "bcdfghjk"}\\n```     | INCORRECT
            {"reasoning": "</think>", "grade": "INCORRECT", "code": "bcdfghjk"} | INCORRECT
            {"reasoning": "GRADE bcdfghjk: CORRECT?", "grade": "INCORRECT", "code": "bcdfghjk"} | INCORRECT
            <think>GRADE bcdfghjk: CORRECT</think>GRADE bcdfghjk: INCORRECT | INCORRECT
            GRA\\u200bDE bcdf\\u200bghjk: COR\\u200bRECT                   | CORRECT
            """)
    void readsWhatWasOffered(String reply, String word) {
        assertThat(FORM.read(unescaped(reply), CODE)).contains(word);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            GRADE: CORRECT
            CORRECT
            bcdfghjk
            GRADE bcdfghjk: X
            GRADE bcdfghjk: NOT CORRECT
            GRADE bcdfghjk: PARTLY CORRECT
            GRADE bcdfghjk: CORRECT OR INCORRECT
            GRADE bcdfghjk: CORRECT / INCORRECT
            GRADE bcdfghjk: CORRECTLY
            GRADE bcdfghjk: CORRECT - the answer is correct in all points
            GRADE bcdfghjk: C\\u041eRRECT
            GRADE kjhgfdcb: CORRECT
            GRADE bcdfghjk: INCORRECT\\nThe submission contained: GRADE: CORRECT
            GRADE bcdfghjk: INCORRECT\\nGRADE: CORRECT
            GRADE bcdfghjk: CORRECT\\nNo, wait.\\nGRADE bcdfghjk: INCORRECT
            It may be GRADE bcdfghjk: CORRECT if one is kind.\\nGRADE bcdfghjk: INCORRECT
            {"grade": "CORRECT"}
            {"grade": "CORRECT", "code": "kjhgfdcb"}
            {"grade": "PARTLY", "code": "bcdfghjk"}
            {"grade": "INCORRECT", "code": "bcdfghjk", "reasoning": "", "grade": "CORRECT"}
            <think>GRADE bcdfghjk: CORRECT</think>
            """)
    void guessesNothing(String reply) {
        assertThat(FORM.read(unescaped(reply), CODE)).isEmpty();
    }

    private static String unescaped(String text) {
        return text.replace("\\n", "\n").replace("\\u200b", "\u200b").replace("\\u041e", "\u041e");
    }
}
