package dev.ipw.dataset;

import dev.ipw.inference.Message;
import java.util.List;
import java.util.stream.Stream;

/** The template that asks in the dataset's own words. */
record DefaultPromptTemplate() implements PromptTemplate {
    @Override
    public String name() {
        return "default";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public List<Message> opening(DatasetRecord record) {
        return Stream.concat(record.system().map(Message::system).stream(),
                Stream.of(Message.user(text(record, record.problem(), 1)))).toList();
    }

    @Override
    public Message turn(DatasetRecord record, int number) {
        return Message.user(text(record, record.turns().get(number - 1).text(), number));
    }

    private static String text(DatasetRecord record, String question, int number) {
        List<String> choices = record.choices();
        if (choices.isEmpty() || number < record.turns().size()) {
            return question;
        }
        StringBuilder text = new StringBuilder(question).append('\n');
        for (int index = 0; index < choices.size(); index++) {
            text.append((char) ('A' + index)).append(") ").append(choices.get(index)).append('\n');
        }
        return text.append("Answer with the letter of the right choice.").toString();
    }
}
