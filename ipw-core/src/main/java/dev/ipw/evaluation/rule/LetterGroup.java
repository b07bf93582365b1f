package dev.ipw.evaluation.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The letters of choices that a text names together: "C", "(C)", "A, B and D", "A or B".
 *
 * @param letters the letters, as capitals
 * @param start   the position of the first one, including its bracket and the word "option"
 * @param end     behind the last one, bracket included
 * @param strong  whether the text makes clear that they are choices: brackets, a word such as "option", a line of their
 *                own
 * @param denied  whether the text calls them wrong
 */
record LetterGroup(SortedSet<Character> letters, int start, int end, boolean strong, boolean denied) {
    private static final String NOUN = "(?i:(?:answer\\s)?(?:options?|choices?|letters?|answers?))";
    private static final Pattern MENTION = Pattern
            .compile("(?<![" + AnswerText.SPACED_LETTER + "\\p{N}_\\\\]|" + AnswerText.SPACED_LETTER
                    + "['.-])([A-Za-z])(?![" + AnswerText.SPACED_LETTER + "\\p{N}_]|['.-]\\p{L})");
    private static final Pattern LINK = Pattern
            .compile("[)\\]\"]?(?:\\s?[,/&]\\s?|\\s)(?:(?i:and/or|and|or|nor|&|versus|vs\\.?)\\s)?"
                    + "(?:(?i:maybe|perhaps|possibly|also|both)\\s)?(?:" + NOUN + "\\s)?[(\\[\"]?");
    private static final Pattern NOUN_BEFORE = Pattern.compile(NOUN + "[\\s:]{1,2}$");
    private static final Pattern DENIAL_BEFORE = Pattern
            .compile("(?i)(?:(?<!\\p{L})(?:not|cannot|neither|nor|rather than|instead of|except|unlike"
                    + "|without)|n't|(?:rul|eliminat|exclud|reject|discard|dismiss)\\p{L}{0,3}(?:\\s{1,2}out)?)"
                    + "(?:\\s{1,2}(?:either|both|with|be|choose|pick|go with|the))?[\\s:(]{1,3}$");
    private static final Pattern DENIAL_AFTER = Pattern
            .compile("(?i)\\s{1,2}(?:(?:is|are|was|were|can|could|must|would|seems?|looks?|does|do)"
                    + "(?:n't|not)|(?:(?:is|are|was|were|can|could|must|would|does|do|seems?|looks?|both|all|be|clearly|also|simply|obviously"
                    + "|plainly|just|definitely|the|a|an|therefore|thus)\\s{1,2}){0,4}(?:wrong|incorrect|false|not|out|eliminated|excluded"
                    + "|ruled|irrelevant|too\\s\\p{L}{1,20}|unlikely|distractors?|impossible|implausible))(?!\\p{L})");
    private static final Pattern FOLLOWS_A_LETTER = Pattern
            .compile(
                    "(?i)(?:选?项|因为|由于|是|正确|です|だ|입니다|이다).*|\\s{1,2}(?:&|is|are|was|were|isn't|aren't|wasn't|or|nor|and|but|because|since|as"
                            + "|seems?|looks?|appears?|must|would|can|can't|cannot|could|should|has to|fits|matches|makes|wins|due|given|rather|over|too"
                            + "|instead|then|not|does|doesn't|both|all|it|versus|vs)(?!\\p{L}).*");
    private static final int CONTEXT = 60;

    /** Returns the letters up to {@code last} that a plain text names, linked ones together, from first to last. */
    static List<LetterGroup> find(String text, char last) {
        List<LetterGroup> groups = new ArrayList<>();
        List<Mention> linked = new ArrayList<>();
        Matcher matcher = MENTION.matcher(text);
        while (matcher.find()) {
            Mention mention = Mention.of(text, matcher.start());
            if (Character.toUpperCase(mention.letter) > last) {
                continue;
            }
            boolean joins = !linked.isEmpty() && mention.at - linked.getLast().at <= CONTEXT
                    && LINK.matcher(text.substring(linked.getLast().at + 1, mention.at)).matches();
            if (!joins) {
                close(text, linked, groups);
            }
            boolean listMember = joins && Character.isUpperCase(mention.letter) && mention.endsPhrase(text);
            if (mention.strong || listMember || mention.couldBeAChoice(text)) {
                linked.add(mention);
            }
        }
        close(text, linked, groups);
        return groups;
    }

    private static void close(String text, List<Mention> linked, List<LetterGroup> groups) {
        if (linked.isEmpty()) {
            return;
        }
        SortedSet<Character> letters = new TreeSet<>();
        linked.forEach(mention -> letters.add(Character.toUpperCase(mention.letter)));
        int start = linked.getFirst().start;
        int end = linked.getLast().end;
        boolean denied = DENIAL_BEFORE.matcher(text.substring(Math.max(0, start - CONTEXT), start)).find()
                || DENIAL_AFTER.matcher(text.substring(end, Math.min(text.length(), end + CONTEXT))).lookingAt();
        groups.add(new LetterGroup(letters, start, end, linked.getFirst().strong, denied));
        linked.clear();
    }

    /**
     * One separate letter.
     *
     * @param letter as written
     * @param at     the position of the letter
     * @param start  its start with bracket, quote and noun
     * @param end    its end with bracket or quote
     * @param strong whether it is clearly a choice
     */
    private record Mention(char letter, int at, int start, int end, boolean strong) {
        static Mention of(String text, int at) {
            int start = at > 0 && "([{\"'".indexOf(text.charAt(at - 1)) >= 0 ? at - 1 : at;
            int end = at + 1 < text.length() && ")]}\"'".indexOf(text.charAt(at + 1)) >= 0 ? at + 2 : at + 1;
            boolean call = start > 0 && start < at && Character.isLetterOrDigit(text.charAt(start - 1));
            boolean wrapped = start < at && end > at + 1 && !call;
            Matcher noun = NOUN_BEFORE.matcher(text).region(Math.max(0, start - 20), start);
            boolean named = noun.find() && (Character.isUpperCase(text.charAt(at)) || endsPhrase(text, end));
            boolean ownLine = lineIsOnly(text, start, end);
            boolean opens = opensLine(text, start) && end < text.length()
                    && ").:".indexOf(text.charAt(end - 1 == at ? end : end - 1)) >= 0;
            return new Mention(text.charAt(at), at, named ? noun.start() : start, end,
                    wrapped || named || ownLine || opens);
        }

        private static boolean lineIsOnly(String text, int start, int end) {
            int behind = end;
            while (behind < text.length() && ".,;:!)".indexOf(text.charAt(behind)) >= 0) {
                behind++;
            }
            while (behind < text.length() && text.charAt(behind) == ' ') {
                behind++;
            }
            return opensLine(text, start) && (behind == text.length() || text.charAt(behind) == '\n');
        }

        private static boolean opensLine(String text, int start) {
            int before = start;
            while (before > 0 && text.charAt(before - 1) == ' ') {
                before--;
            }
            return before == 0 || text.charAt(before - 1) == '\n';
        }

        private static boolean endsPhrase(String text, int end) {
            return end >= text.length() || symbolFollows(text, end) || ".,;:!?)<&/\n".indexOf(text.charAt(end)) >= 0
                    || FOLLOWS_A_LETTER
                            .matcher(text.substring(end, Math.min(text.length(), end + 14)).replace('\n', ' '))
                            .matches();
        }

        private static boolean symbolFollows(String text, int end) {
            int next = end;
            while (next < text.length() && text.charAt(next) == ' ') {
                next++;
            }
            return next > end && (next == text.length() || !Character.isLetterOrDigit(text.charAt(next)));
        }

        boolean endsPhrase(String text) {
            return endsPhrase(text, end);
        }

        /**
         * Returns whether a bare capital is a choice, not the article "A", the pronoun "I" or a name such as "B cells".
         */
        boolean couldBeAChoice(String text) {
            return Character.isUpperCase(letter) && letter != 'I' && endsPhrase(text, end);
        }
    }
}
