package dev.ipw.evaluation.rule;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The choice that an answer settles on. The first rule that finds a choice decides:
 * <ol>
 * <li>the answer is the text of one choice and nothing else;</li>
 * <li>the content of a mark, the last mark that names a letter or a choice: {@code \boxed{C}}, "the answer is C",
 * "Answer: C", "I choose C", "the correct option is C";</li>
 * <li>a letter that the answer calls right: "C is correct";</li>
 * <li>a letter alone on the last line, then one alone on the first line or opening it: {@code C)}, {@code (C)},
 * {@code C.}, {@code C:};</li>
 * <li>letters that are clearly choices: "option C", {@code (C)};</li>
 * <li>the text of one choice that opens the answer, alone in its sentence or before a comma;</li>
 * <li>the text of one choice, in a sentence that denies nothing beside the choices' own words;</li>
 * <li>a bare capital in the place of a conclusion: "it's C", "so C", "either A or B", also behind the "is" of some
 * other languages.</li>
 * </ol>
 * Several letters where a rule finds them are ambiguous. Denied letters ("not A", "A is wrong", "rule out A and D") are
 * omitted everywhere. Several lines that begin with letters are a list of the choices, and no answer. A letter inside a
 * word, the article "A", the pronoun "I" and names such as "B cells" are not letters of choices.
 */
final class ChoiceExtractor {
    private static final Pattern CHOOSING = Pattern.compile("(?i)(?<!\\p{L})(?:"
            + "(?:correct|right|best|final|my)\\s{1,3}(?:option|choice|one|letter|selection|guess|pick)\\s{1,3}(?:here\\s{1,3})?"
            + AnswerMarks.VERB
            + "|(?:correct|right|best|final|selected|my)?\\s{0,3}(?:option|choice|one|letter|selection|guess|pick|correct|selected|conclusion|verdict)\\s{0,2}[:=]"
            + "|(?:choose|choosing|chose|pick|picked|picking|select|selected|selecting|going with|go with|going for|go for|opt for|settle on"
            + "|settle for|leaning? (?:towards?|to)|vote for|guess|say)(?!\\p{L})(?:\\s{1,3}(?:it is|it's|that))?"
            + "|answer(?=\\s{1,2}(?:option\\s|choice\\s|letter\\s)?[(\\[]?[A-Z][)\\].,]?(?:\\s|$)))");
    private static final Pattern RIGHT = Pattern.compile(
            "(?i)[.)]?(?:\\s{1,2}(?:is|are|both|must|would|should|has|to|be|seems|looks|appears|clearly|likely|most|probably"
                    + "|definitely|therefore|thus|indeed|the|only|one)){1,6}\\s{1,2}(?:correct|right|best|answer|true|accurate|appropriate)(?!\\p{L}).*");
    private static final Pattern CONCLUSION = Pattern.compile(
            "(?i)(?:(?<!\\p{L})(?:it's|it is|that's|that is|this is|is|be|so|thus|therefore|hence|then|leaves|remains"
                    + "|remaining|either|between|to|means|think|believe|but|namely|probably|likely|maybe|perhaps|definitely|obviously|clearly|ist|lautet|(?<!no\\s)es|est|è|é|är)|[,:=→>])[\\s,:(\"]{1,3}$|(?:[:为]|(?<!不)是|(?<!不)选择?)[\\s(\"]{0,3}$");
    private static final Pattern CHOSEN = Pattern
            .compile("(?i)\\s{1,2}(?:seems|looks|fits|matches|must be|makes|wins|it is)(?!\\p{L}).*");
    private static final Pattern DENIAL = Pattern
            .compile(
                    "(?i)n't(?!\\p{L})|(?<!\\p{L})(?:not|never|no|nor|neither|wrong|incorrect|false|except|unlike|rather)(?!\\p{L})");
    private static final Pattern FILLER = Pattern.compile(
            "(?i)[\\s:,\"'(\\[*]*(?:(?:the|letter|option|choice|answer|clearly|either|between|both|is|it's|it|that|as|follows)[\\s:,\"']{1,3}){0,4}");
    private static final Pattern SPACED_BRACKETS = Pattern.compile("([(\\[{])\\s{1,3}([A-Za-z])\\s{1,3}([)\\]}])");
    private static final Pattern ANSWER_LABEL = Pattern.compile("(?:Q:[^\\n]{0,2000}\\n\\s{0,9})?A:\\s{1,9}(?=\\S)");
    private static final Set<String> POLAR = Set.of("yes", "no", "true", "false");
    private static final int CONTEXT = 60;

    private final List<String> choices;
    private final char last;

    /**
     * Creates the reader of answers to one question.
     *
     * @param choices the texts of the letters, normalised as exact answers are; empty if the question names them itself
     * @param last    the last letter that may be meant
     */
    ChoiceExtractor(List<String> choices, char last) {
        this.choices = choices;
        this.last = last;
    }

    /** Reads an answer; several letters are ambiguous, no letter means that none was found. */
    SortedSet<Character> read(String answer) {
        String quoted = AnswerText.plain(answer).replace('‘', '\'').replace('“', '"').replace('”', '"').strip();
        String text = SPACED_BRACKETS.matcher(quoted).replaceAll("$1$2$3");
        return labelled(text).filter(found -> !found.isEmpty()).orElseGet(() -> readPlain(text));
    }

    /** Reads the letters after "A:" if it means "Answer:" as in "Q: ... A: ...", and not the choice A. */
    private Optional<SortedSet<Character>> labelled(String text) {
        Matcher label = ANSWER_LABEL.matcher(text);
        if (!label.lookingAt()) {
            return Optional.empty();
        }
        String rest = text.substring(label.end());
        boolean choice = !choices.isEmpty() && holds(ExactEvaluator.normalise(rest), choices.getFirst());
        boolean list = AnswerText.lines(rest).stream().anyMatch(line -> line.startsWith("B:"));
        return choice || list ? Optional.empty() : Optional.of(readPlain(rest));
    }

    private SortedSet<Character> readPlain(String text) {
        List<LetterGroup> groups = withoutListing(text,
                LetterGroup.find(text, last).stream().filter(group -> !group.denied()).toList());
        List<Rule> rules = List.of(() -> equalToAChoice(text), () -> marked(text), () -> declaredRight(text, groups),
                () -> alone(text), () -> union(groups, LetterGroup::strong), () -> opening(text), () -> quoted(text),
                () -> union(groups, group -> concludes(text, group)));
        return rules.stream().map(Rule::apply).filter(found -> !found.isEmpty()).findFirst().orElseGet(TreeSet::new);
    }

    private SortedSet<Character> equalToAChoice(String text) {
        String whole = ExactEvaluator.normalise(text);
        SortedSet<Character> equal = new TreeSet<>();
        for (int index = 0; index < choices.size(); index++) {
            if (!whole.isEmpty() && whole.equals(choices.get(index))) {
                equal.add((char) ('A' + index));
            }
        }
        return equal;
    }

    private SortedSet<Character> marked(String text) {
        return AnswerMarks.find(text, CHOOSING).stream().map(mark -> settled(mark.content()))
                .filter(found -> !found.isEmpty()).findFirst()
                .orElseGet(TreeSet::new);
    }

    /** Reads the content of a mark: the letters at its start without denied ones, or otherwise the text of a choice. */
    private SortedSet<Character> settled(String content) {
        SortedSet<Character> equal = new TreeSet<>();
        for (LetterGroup group : LetterGroup.find(content, last)) {
            if (group.denied()) {
                continue;
            }
            boolean first = FILLER.matcher(content).region(0, group.start()).matches();
            boolean afterDenied = DENIAL.matcher(content.substring(0, group.start())).find()
                    && CONCLUSION.matcher(content.substring(Math.max(0, group.start() - CONTEXT), group.start()))
                            .find();
            if (first || afterDenied) {
                return group.letters();
            }
            break;
        }
        equal.addAll(equalToAChoice(AnswerText.sentences(content).stream().findFirst().orElse("")));
        return equal.isEmpty() ? quoted(content) : equal;
    }

    private static SortedSet<Character> declaredRight(String text, List<LetterGroup> groups) {
        return union(groups, group -> RIGHT.matcher(behind(text, group)).matches());
    }

    private SortedSet<Character> alone(String text) {
        List<String> lines = AnswerText.lines(text);
        if (lines.isEmpty()) {
            return new TreeSet<>();
        }
        SortedSet<Character> end = onlyLetters(AnswerText.sentences(lines.getLast()).getLast());
        if (!end.isEmpty()) {
            return end;
        }
        String first = lines.getFirst();
        boolean list = lines.stream().filter(line -> opens(line).isPresent()).limit(2).count() > 1;
        return list ? onlyLetters(first) : opens(first).map(LetterGroup::letters).orElseGet(TreeSet::new);
    }

    private SortedSet<Character> onlyLetters(String line) {
        List<LetterGroup> groups = LetterGroup.find(line, last);
        boolean only = groups.size() == 1
                && line.substring(0, groups.getFirst().start()).chars().noneMatch(Character::isLetterOrDigit)
                && line.substring(groups.getFirst().end()).chars().noneMatch(Character::isLetterOrDigit);
        return only ? groups.getFirst().letters() : new TreeSet<>();
    }

    private Optional<LetterGroup> opens(String line) {
        return LetterGroup.find(line, last).stream().findFirst()
                .filter(group -> !group.denied() && line.substring(0, group.start()).isBlank());
    }

    /** Drops letters at the beginning of lines if several lines have them: such lines list the choices. */
    private List<LetterGroup> withoutListing(String text, List<LetterGroup> groups) {
        Predicate<LetterGroup> opening = group -> group.strong()
                && (group.start() == 0 || text.charAt(group.start() - 1) == '\n')
                && behind(text, group).matches("[).:]?\\s{1,3}\\S.*");
        return groups.stream().filter(opening).limit(2).count() > 1
                ? groups.stream().filter(opening.negate()).toList()
                : groups;
    }

    private SortedSet<Character> opening(String text) {
        List<String> lines = AnswerText.lines(text);
        if (lines.isEmpty()) {
            return new TreeSet<>();
        }
        String sentence = AnswerText.sentences(lines.getFirst()).getFirst();
        int comma = sentence.indexOf(',');
        String head = ExactEvaluator.normalise(comma < 0 ? sentence : sentence.substring(0, comma));
        String rest = ExactEvaluator
                .normalise(text.substring(text.indexOf(sentence) + (comma < 0 ? sentence.length() : comma)));
        boolean others = !POLAR.contains(head)
                && choices.stream()
                        .anyMatch(choice -> !choice.isEmpty() && !choice.equals(head) && holds(rest, choice));
        return others ? new TreeSet<>() : equalToAChoice(head);
    }

    /** Returns whether a normalised sentence denies something in words that are not a choice's own. */
    private boolean denies(String sentence) {
        String rest = sentence;
        for (String choice : choices) {
            if (!choice.equals("no") && holds(rest, choice)) {
                rest = rest.replace(choice, " ");
            }
        }
        return DENIAL.matcher(rest).find();
    }

    private SortedSet<Character> quoted(String text) {
        List<String> sentences = AnswerText.lines(text).stream().flatMap(line -> AnswerText.sentences(line).stream())
                .map(ExactEvaluator::normalise).filter(sentence -> !denies(sentence)).toList();
        List<String> lastOnly = sentences.isEmpty() ? List.of() : List.of(sentences.getLast());
        SortedSet<Character> found = new TreeSet<>();
        for (int index = 0; index < choices.size(); index++) {
            String choice = choices.get(index);
            boolean bareNumber = choice.chars().noneMatch(Character::isLetter);
            if (!choice.isEmpty() && (bareNumber ? lastOnly : sentences).stream().anyMatch(one -> holds(one, choice))) {
                found.add((char) ('A' + index));
            }
        }
        found.removeIf(letter -> found.stream().anyMatch(
                other -> !other.equals(letter) && holds(choices.get(other - 'A'), choices.get(letter - 'A'))));
        return found.size() == 1 ? found : new TreeSet<>();
    }

    private static boolean holds(String text, String part) {
        if (part.isEmpty()) {
            return false;
        }
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
            boolean left = at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
            int end = at + part.length();
            if (left && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean concludes(String text, LetterGroup group) {
        return CONCLUSION.matcher(text.substring(Math.max(0, group.start() - CONTEXT), group.start())).find()
                || CHOSEN.matcher(behind(text, group)).matches();
    }

    private static String behind(String text, LetterGroup group) {
        return text.substring(group.end(), Math.min(text.length(), group.end() + CONTEXT)).replace('\n', ' ');
    }

    private static SortedSet<Character> union(List<LetterGroup> groups, Predicate<LetterGroup> wanted) {
        SortedSet<Character> letters = new TreeSet<>();
        groups.stream().filter(wanted).forEach(group -> letters.addAll(group.letters()));
        return letters;
    }

    /** One way to find letters. */
    @FunctionalInterface
    private interface Rule {
        SortedSet<Character> apply();
    }
}
