package dev.ipw.benchmarks.math;

import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

final class MathEquivalenceTests {
    private static Comparison compare(String gold, String answer) {
        return new MathAnswers(OptionalInt.empty()).compare(gold, answer, WorkBudget.ofComparison());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            7 ~ 7.0
            7 ~ 7.
            7 ~ +7
            7 ~ 007
            -7 ~ −7
            1234567 ~ 1,234,567
            10080 ~ 10,\\!080
            10080 ~ 10{,}080
            10080 ~ 10\\,080
            10080 ~ 10 080
            2.5 ~ 2,5
            .25 ~ 0.25
            1/4 ~ 0.25
            1/4 ~ \\frac14
            1/4 ~ \\frac 1 4
            1/4 ~ \\dfrac{2}{8}
            1/4 ~ \\tfrac{1}{4}
            1/4 ~ 1 \\div 4
            -1/4 ~ \\frac{-1}{4}
            -1/4 ~ \\frac{1}{-4}
            \\frac{12}5 ~ 2\\frac{2}{5}
            12/5 ~ 2 2/5
            -12/5 ~ -2\\frac25
            1 ~ 2 \\cdot \\frac12
            1 ~ 2(\\frac12)
            5 ~ 2\\frac{5}{2}
            1/3 ~ 0.\\overline{3}
            41/333 ~ 0.\\overline{123}
            7/6 ~ 1.1\\overline{6}
            1/3 ~ 0.333333333333333
            \\sqrt{12} ~ 2\\sqrt3
            \\sqrt{12} ~ 2√3
            \\sqrt{12} ~ 12^{1/2}
            \\sqrt{12} ~ 2 \\cdot 3^{0.5}
            \\sqrt{6} ~ \\sqrt2 \\times \\sqrt3
            \\frac{1}{\\sqrt 2} ~ \\frac{\\sqrt2}{2}
            \\frac{1}{1+\\sqrt2} ~ \\sqrt2 - 1
            \\sqrt{\\frac{1}{2}} ~ \\frac{\\sqrt{2}}{2}
            \\sqrt[3]{54} ~ 3\\sqrt[3]{2}
            \\sqrt[3]{-8} ~ -2
            2^{-3} ~ 0.125
            \\sqrt{3+2\\sqrt{2}} ~ 1+\\sqrt{2}
            4\\pi ~ 4π
            \\frac{\\pi}{2} ~ \\pi/2
            \\frac{\\pi}{2} ~ 0.5\\pi
            (a+b+c+d+f)^{90} ~ (f+d+c+b+a)^{90}
            \\sqrt{10^{99}+3}+\\sin 1 ~ \\sin 1+\\sqrt{3+10^{99}}
            i ~ \\sqrt{-1}
            2i ~ (1+i)^2
            \\frac{1-i}{2} ~ \\frac{1}{1+i}
            e^2 ~ \\mathrm{e}^2
            5! ~ 120
            \\binom{5}{2} ~ 10
            |-3| ~ 3
            |x-2| ~ |2-x|
            \\lfloor -1.5 \\rfloor ~ -2
            \\lceil 1.5 \\rceil ~ 2
            \\sin 30^\\circ ~ 1/2
            \\cos\\frac{\\pi}{3} ~ 0.5
            \\log_2 8 ~ 3
            \\ln e^3 ~ 3
            \\log 1000 ~ 3
            \\tan x ~ \\frac{\\sin x}{\\cos x}
            \\sin^2 x + \\cos^2 x ~ 1
            \\sin^{-1} 1 ~ \\arcsin 1
            2\\sin b\\cos a ~ \\sin(a+b)-\\sin(a-b)
            3 \\times 10^5 ~ 300000
            (x+1)^2 ~ x^2+2x+1
            (a+5)(b+2) ~ ab+2a+5b+10
            \\frac{x^2-1}{x-1} ~ x+1
            \\frac{x+2}{7} ~ \\frac{x}{7}+\\frac27
            2k+2 ~ 2(k+1)
            2^{k+1} ~ 2 \\cdot 2^k
            x^{2/3} ~ \\sqrt[3]{x}^2
            x_1+x_2 ~ x_{2}+x_{1}
            \\frac{11+9a}{20} ~ \\frac{9a + 11}{20}
            90^\\circ ~ 90
            90^{\\circ} ~ 90\\text{ degrees}
            90° ~ 90^\\circ
            12\\% ~ 12
            12\\% ~ 0.12
            12\\% ~ 12 percent
            0.12 ~ 12\\%
            \\$18.90 ~ 18.9
            \\$36 ~ 36 dollars
            5.4\\text{ cents} ~ 5.4
            15\\mbox{ cm}^2 ~ 15
            15 ~ 15 cm
            15\\text{ cm} ~ 15 centimeters
            15\\text{ square feet} ~ 15\\mathrm{ft}^2
            1500 ~ 1.5e3
            1500 ~ 1.5E+3
            3\\text{ m/s} ~ 3
            1500000 ~ 1.5 million
            1500000 ~ 1.5\\text{ million dollars}
            3\\text{ hours }20\\text{ minutes} ~ 3 \\text{hours} 20 \\text{minutes}
            52_8 ~ 52_{8}
            No solution ~ no solution.
            f(2)+1 ~ 1 + f(2)
            5 ~ f(2)=5
            15 ~ 15cm
            x=5 ~ 5
            5 ~ x = 5
            5 ~ x = 2+3 = 5
            5 ~ x \\approx 5
            1/3 ~ x = 1/3 \\approx 0.33
            y=2x+3 ~ 2x+3
            y=2x+3 ~ 2x-y+3=0
            5x-7y+11z+4=0 ~ -10x+14y=22z+8
            x^2 ~ f(x)=x^2
            (3,4) ~ (x,y)=(3,4)
            (3,4) ~ \\left( \\frac{6}{2}, 4 \\right)
            (3,4) ~ 3, 4
            (3,4) ~ x=3, y=4
            (3,4] ~ \\left(3,4\\right]
            [0,1) ~ 0 \\le x < 1
            [0,1) ~ 1 > x \\geq 0
            (-\\infty,5) ~ x<5
            x<5 ~ (-∞, 5)
            x<5 ~ -x > -5
            x \\in [-2,7] ~ [-2,7]
            (3,\\infty) ~ 2x-6 > 0
            (-\\infty,-1)\\cup(1,\\infty) ~ (1,\\infty) ∪ (-\\infty,-1)
            (-\\infty,-1)\\cup(1,\\infty) ~ x<-1 \\text{ or } x>1
            \\{1,2,3\\} ~ \\{3,1,2\\}
            \\{1,2\\} ~ 2, 1
            1,-2 ~ -2,1
            3, 5, 7 ~ 7, 5 \\text{ and } 3
            3, 5, 7 ~ 3, 5, and 7
            1,2 ~ x=1, x=2
            1 \\pm \\sqrt{19} ~ 1+\\sqrt{19}, 1-\\sqrt{19}
            \\{1\\pm\\sqrt5,-2\\} ~ -2, 1-\\sqrt5, 1+\\sqrt5
            \\emptyset ~ \\{\\}
            3:2 ~ 3 : 2
            \\begin{pmatrix}1\\\\2\\end{pmatrix} ~ \\begin{bmatrix} 1 \\\\ 2 \\\\ \\end{bmatrix}
            \\begin{pmatrix}1/2&0\\\\0&1\\end{pmatrix} ~ \\left[\\begin{array}{cc}0.5&0\\\\0&1\\end{array}\\right]
            \\begin{pmatrix}1\\\\2\\end{pmatrix} ~ \\frac13\\begin{pmatrix}3\\\\6\\end{pmatrix}
            \\begin{pmatrix}6&8\\end{pmatrix} ~ \\begin{pmatrix}1&2\\end{pmatrix}+\\begin{pmatrix}5&6\\end{pmatrix}
            -2 ~ \\begin{vmatrix}1&2\\\\3&4\\end{vmatrix}
            \\text{Evelyn} ~ evelyn
            \\text{(C)} ~ C
            \\text{(C)} ~ \\textbf{c}
            \\text{yes} ~ Yes.
            \\cot x ~ \\frac{1}{\\tan x}
            \\frac{1}{2} ~ \\\\frac{1}{2}
            """)
    void findsEqualAnswersEqual(String gold, String answer) {
        assertThat(compare(gold, answer).isEqual()).isTrue();
        assertThat(compare(answer, answer).isEqual()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            1,2 ~ 1.2
            15\\text{ cm} ~ 15\\text{ m}
            15 km ~ 15 miles
            10:30\\text{ a.m.} ~ 10:30\\text{ p.m.}
            1e-10 ~ 1e-11
            7 ~ 8
            7 ~ -7
            7 ~ 70
            10000000000000001 ~ 10000000000000002
            0.1 ~ 0.10000001
            1/3 ~ 0.33
            1/3 ~ 0.333333
            \\pi ~ 3.14
            \\pi ~ 22/7
            1234567890.1 ~ 1234567890.2
            2\\frac12 ~ 1
            \\sqrt2 ~ 1.41421356
            \\sqrt2 ~ \\sqrt3
            \\sqrt[3]2 ~ \\sqrt2
            4 ~ 4\\sqrt2
            5x ~ 5y
            3R^2 ~ 3r^2
            x+1 ~ x-1
            \\sqrt{x^2} ~ x
            |x| ~ x
            \\sin x ~ \\cos x
            \\ln x ~ \\log x
            x^2 ~ x^3
            i ~ -i
            6-5i ~ 6+5i
            52_8 ~ 52
            52_8 ~ 42
            52_8 ~ 52_9
            0.28 ~ 28
            No solution ~ No domain
            No solution ~ No
            6 ~ 6m
            6 ~ 6 m
            0 ~ I(0)e^{-t}
            I(0) ~ I(0)e^{-t}
            f(2) ~ f(3)
            1.5 ~ 1.5 million
            60 ~ 3\\text{ hours }20\\text{ minutes}
            28 ~ 0.28
            12\\% ~ 1.2
            (1,2) ~ (2,1)
            (1,2) ~ 2, 1
            1, 2 ~ (1,2)
            (1,2) ~ [1,2]
            (1,2) ~ (1,2]
            (1,2) ~ (1,2,3)
            [0,1) ~ 0 < x < 1
            (-\\infty,5) ~ x>5
            (-\\infty,5) ~ x \\le 5
            (-\\infty,5) ~ (5,\\infty)
            x<5 ~ y=5
            1,2 ~ 1,2,3
            1,2 ~ 1,1
            1,1 ~ 1,2
            3, 5, 7 ~ 3, 5
            \\{1,2\\} ~ (1,2)
            1 \\pm \\sqrt{19} ~ 1+\\sqrt{19}
            \\pm 3 ~ 3
            3 ~ \\pm 3
            x=1, y=2 ~ x=2, y=1
            x=1, y=2 ~ 2, 1
            7=11a+c ~ 11a+c
            a+3z=0 ~ 0
            2x+y=1 ~ 2x+y=2
            x \\ne 5 ~ x = 5
            (0,1)\\cup(2,3) ~ (0,1)
            (0,1)\\cup(2,3) ~ (0,1)\\cap(2,3)
            \\begin{pmatrix}1\\\\2\\end{pmatrix} ~ \\begin{pmatrix}1&2\\end{pmatrix}
            \\begin{pmatrix}1\\\\2\\end{pmatrix} ~ \\begin{pmatrix}2\\\\1\\end{pmatrix}
            3:2 ~ 2:3
            \\text{Evelyn} ~ Evelynn
            \\text{(C)} ~ D
            \\text{even} ~ odd
            5 ~ five
            \\infty ~ -\\infty
            1/0 ~ 2/0
            0/0 ~ 1
            9^{9^{9^{9}}} ~ 1
            32349 ~ 32, 349
            x ~ \\overline{x}
            (a+b+c+d+e+f)^{90} ~ (a+b+c+d+e+f)^{90}+1
            (x+\\sin x)^{300} ~ (x+\\sin x)^{300}+1
            \\sqrt{10^{99}+3}+\\sin 1 ~ \\sqrt{10^{99}+3}+\\sin 2
            \\int x ~ x
            5 ~ \\boxed{
            """)
    void findsDifferentAnswersDifferent(String gold, String answer) {
        assertThat(compare(gold, answer).isEqual()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            1/3 ~ 0.333333 ~ 6 ~ true
            1/3 ~ 0.33333 ~ 6 ~ false
            (1/3,2/3] ~ (0.333,0.667] ~ 3 ~ true
            5 ~ 5.0000001 ~ 6 ~ true
            5 ~ 6 ~ 1 ~ false
            1000000 ~ 1000001 ~ 1 ~ false
            \\pi ~ 3.14 ~ 2 ~ true
            x ~ 0.5 ~ 2 ~ false
            """)
    void roundsDecimalsWhereThatIsAskedFor(String gold, String answer, int places, boolean isEqual) {
        Comparison comparison = new MathAnswers(OptionalInt.of(places)).compare(gold, answer,
                WorkBudget.ofComparison());

        assertThat(comparison.isEqual()).isEqualTo(isEqual);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            \\sqrt{12} ~ 2\\sqrt3 ~ EXACT
            \\sqrt2 ~ \\sqrt3 ~ EXACT
            \\sin 30^\\circ ~ 1/2 ~ NUMERIC
            (\\sin 0,1) ~ (0,1) ~ NUMERIC
            \\text{east} ~ East ~ TEXT
            5 ~ (5,6) ~ SHAPE
            """)
    void saysWhatDecided(String gold, String answer, Comparison.Way way) {
        assertThat(compare(gold, answer).way()).isEqualTo(way);
    }
}
