package dev.ipw.benchmarks.dataset;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.inference.Message;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The prompt template for work in files. The prompt names the files in an agent's folder and asks the agent to put its
 * work there; it asks a model without a folder for text.
 *
 * @param name    the template's name
 * @param version the version of its text
 */
record DeliverableTemplate(String name, int version) implements PromptTemplate {
    /** The metadata field with the names of the attached files. */
    static final String ATTACHED = "reference_files";

    @Override
    public List<Message> opening(DatasetRecord record) {
        String names = names(record);
        return List.of(Message.user(record.problem() + (names.isEmpty() ? "" : "\n\nAttached: " + names)
                + "\n\nGive what is asked for as text, whole and ready to use."));
    }

    @Override
    public List<Message> agentOpening(DatasetRecord record) {
        String names = names(record);
        return List.of(Message.user(record.problem()
                + (names.isEmpty() ? "" : "\n\nThe attached files lie in your working folder: " + names)
                + "\n\nLeave what is asked for as files in your working folder, in the formats that are asked for, whole"
                + " and ready to use. Leave nothing else there that you made. Name the files in your last answer. If you"
                + " have no means to write a file, give what is asked for as text."));
    }

    private static String names(DatasetRecord record) {
        return record.metadata().get(ATTACHED) instanceof List<?> names
                ? names.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : "";
    }

    @Override
    public Message turn(DatasetRecord record, int number) {
        return Message.user(record.turns().get(number - 1).text());
    }
}
