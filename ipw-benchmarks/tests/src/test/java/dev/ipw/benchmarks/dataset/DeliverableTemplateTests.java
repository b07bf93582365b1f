package dev.ipw.benchmarks.dataset;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.Message;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class DeliverableTemplateTests {
    private static final DatasetRecord TASK = DatasetRecord.builder("t", "Sum up the ledger.")
            .metadata(Map.of("reference_files", List.of("ledger.xlsx", "notes.docx"))).build();

    private static String text(List<Message> messages) {
        assertThat(messages).hasSize(1);
        return String.valueOf(messages.getFirst().parts());
    }

    @Test
    void tellsAnAgentWhereFilesAreAndWhereToLeaveThem() {
        assertThat(text(new DeliverableTemplate("gdpval", 2).agentOpening(TASK))).contains("Sum up the ledger.",
                "lie in your working folder: ledger.xlsx, notes.docx", "Leave what is asked for as files");
    }

    @Test
    void asksAModelWithoutAFolderForText() {
        assertThat(text(new DeliverableTemplate("gdpval", 2).opening(TASK)))
                .contains("Sum up the ledger.", "Attached: ledger.xlsx, notes.docx", "as text, whole and ready to use")
                .doesNotContain("folder");
    }

    @Test
    void namesNoFilesWhereThereAreNone() {
        DatasetRecord plain = DatasetRecord.of("t", "Write a plan.", "");

        assertThat(text(new DeliverableTemplate("gdpval", 2).agentOpening(plain))).doesNotContain("attached");
    }
}
