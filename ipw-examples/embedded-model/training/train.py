"""Train the embedded arithmetic models, measure them on held-out questions, export them.

    python train.py --size small --out ../src/main/resources/dev/ipw/examples/embedded
    python train.py --export-check ../src/test/resources/dev/ipw/examples/embedded/expected-logits.txt
    python train.py --evaluate
    python train.py --print-held-out

The models read `\\n417+58=` one character per token and write `475\\n`.
"""

import argparse
import math
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional as F

VOCABULARY = "\n*+-0123456789="
TOKEN_OF = {character: index for index, character in enumerate(VOCABULARY)}
CONTEXT = 24
LONGEST_QUESTION = 14  # "\n999+999=1998\n"
MASK_64 = (1 << 64) - 1
RESOURCES = Path(__file__).resolve().parent.parent / "src/main/resources/dev/ipw/examples/embedded"
EVALUATION_SEED = 2024
EVALUATION_QUESTIONS = 500
REPORT_SECONDS = 20


# --- The task -----------------------------------------------------------------------------------


def held_out(a, operator, b):
    """Say whether `a operator b` is reserved for evaluation: one question in ten.

    HeldOut.java implements the same rule. The operands of a commutative operator are put in
    ascending order first, so that 58+417 is held out whenever 417+58 is.
    """
    a, b = np.asarray(a, dtype=np.uint64), np.asarray(b, dtype=np.uint64)
    if operator in "+*":
        a, b = np.minimum(a, b), np.maximum(a, b)
    key = (np.uint64("+-*".index(operator)) * np.uint64(1000) + a) * np.uint64(1000) + b
    mask = np.uint64(0xFFFFFFFF)
    key = (key ^ (key >> np.uint64(16))) * np.uint64(0x85EBCA6B) & mask
    key = (key ^ (key >> np.uint64(13))) * np.uint64(0xC2B2AE35) & mask
    key = key ^ (key >> np.uint64(16))
    return key % np.uint64(10) == 0


def answer(a, operator, b):
    return a + b if operator == "+" else a - b if operator == "-" else a * b


class QuestionDraw:
    """Draw held-out questions from a seed with SplitMix64, exactly as HeldOutQuestions.java does."""

    def __init__(self, seed):
        self.state = seed & MASK_64

    def below(self, bound):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK_64
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK_64
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK_64
        return ((mixed ^ (mixed >> 31)) >> 33) % bound

    def candidate(self):
        kind = self.below(10)
        if kind < 8:
            return self.below(1000), "+" if kind < 4 else "-", self.below(1000)
        return self.below(100), "*", self.below(100)

    def distinct(self, count):
        drawn = {}
        while len(drawn) < count:
            question = self.candidate()
            if held_out(*question):
                drawn.setdefault(question, None)
        return list(drawn)


class TrainingDraw:
    """Draw batches of questions that are not held out: 30 % sums, 30 % differences, 40 % products.

    Products are the hardest to learn, so training sees more of them than evaluation asks (20 %).
    """

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def batch(self, count):
        products = 2 * count // 5
        differences = 3 * count // 10
        lines = self.of("+", 1000, count - products - differences)
        lines += self.of("-", 1000, differences)
        lines += self.of("*", 100, products)
        return encode_lines(lines)

    def of(self, operator, bound, count):
        # Half as many again are drawn, since one in ten is held out.
        a, b = self.random.integers(0, bound, (2, count * 3 // 2))
        allowed = ~held_out(a, operator, b)
        pairs = list(zip(a[allowed].tolist(), b[allowed].tolist()))[:count]
        return [f"\n{a}{operator}{b}={answer(a, operator, b)}\n" for a, b in pairs]


def encode_lines(lines):
    tokens = np.zeros((len(lines), LONGEST_QUESTION), dtype=np.int64)
    scored = np.zeros((len(lines), LONGEST_QUESTION), dtype=bool)
    for row, line in enumerate(lines):
        tokens[row, : len(line)] = [TOKEN_OF[character] for character in line]
        scored[row, line.index("=") + 1 : len(line)] = True
    return torch.from_numpy(tokens), torch.from_numpy(scored)


# --- The network --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Config:
    layers: int
    width: int
    heads: int
    hidden: int
    context: int = CONTEXT
    vocabulary: str = VOCABULARY


@dataclass(frozen=True)
class Recipe:
    config: Config
    minutes: float
    batch: int
    matrix_rate: float
    other_rate: float


RECIPES = {
    "small": Recipe(Config(2, 32, 2, 128), 3, 256, 0.02, 3e-3),
    "medium": Recipe(Config(3, 64, 4, 256), 3, 256, 0.02, 3e-3),
    "large": Recipe(Config(4, 96, 4, 384), 16, 256, 0.02, 3e-3),
}


class RootMeanSquareNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * self.weight


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.heads = config.heads
        self.attention_norm = RootMeanSquareNorm(config.width)
        self.query = nn.Linear(config.width, config.width, bias=False)
        self.key = nn.Linear(config.width, config.width, bias=False)
        self.value = nn.Linear(config.width, config.width, bias=False)
        self.attention_output = nn.Linear(config.width, config.width, bias=False)
        self.feed_forward_norm = RootMeanSquareNorm(config.width)
        self.expand = nn.Linear(config.width, config.hidden, bias=False)
        self.contract = nn.Linear(config.hidden, config.width, bias=False)

    def forward(self, x):
        rows, length, width = x.shape
        normed = self.attention_norm(x)
        shape = (rows, length, self.heads, width // self.heads)
        query, key, value = (
            projection(normed).view(shape).transpose(1, 2)
            for projection in (self.query, self.key, self.value)
        )
        mixed = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.attention_output(mixed.transpose(1, 2).reshape(rows, length, width))
        return x + self.contract(F.relu(self.expand(self.feed_forward_norm(x))))


class Transformer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.token_embedding = nn.Embedding(len(config.vocabulary), config.width)
        self.position_embedding = nn.Embedding(config.context, config.width)
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.layers))
        self.final_norm = RootMeanSquareNorm(config.width)
        self.output = nn.Linear(config.width, len(config.vocabulary), bias=False)
        for name, weight in self.named_parameters():
            if weight.dim() == 2:
                nn.init.normal_(weight, std=0.5 if "embedding" in name else weight.shape[1] ** -0.5)
        for block in self.blocks:
            # Each block starts as the identity, so that early gradients reach every layer.
            nn.init.zeros_(block.attention_output.weight)
            nn.init.zeros_(block.contract.weight)

    def forward(self, tokens):
        x = self.token_embedding(tokens) + self.position_embedding.weight[: tokens.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.output(self.final_norm(x))


# --- Training -----------------------------------------------------------------------------------


def optimizers(model, recipe):
    """Use Muon for the matrices inside the blocks, Adam for everything else."""
    matrices = [w for w in model.blocks.parameters() if w.dim() == 2]
    inside = {id(w) for w in matrices}
    others = [w for w in model.parameters() if id(w) not in inside]
    return [
        torch.optim.Muon(matrices, lr=recipe.matrix_rate, weight_decay=0.01, momentum=0.95),
        torch.optim.Adam(others, lr=recipe.other_rate, betas=(0.9, 0.98)),
    ]


def rate_factor(progress):
    """Warm up over 2 % of the time, hold, then fall linearly to zero over the last 40 %."""
    return min(1.0, progress / 0.02 + 0.05, (1.0 - progress) / 0.4)


def train(size, recipe, seed):
    torch.manual_seed(seed)
    model = Transformer(recipe.config)
    draw = TrainingDraw(seed)
    both = optimizers(model, recipe)
    rates = [optimizer.param_groups[0]["lr"] for optimizer in both]
    weights = sum(weight.numel() for weight in model.parameters())
    threads = torch.get_num_threads()
    print(f"size={size} config={asdict(recipe.config)} weights={weights}", flush=True)
    print(f"recipe: minutes={recipe.minutes} batch={recipe.batch} seed={seed} threads={threads}", flush=True)
    # Other held-out questions than those that evaluate() asks, so that nothing is tuned to them.
    questions = QuestionDraw(EVALUATION_SEED + 1).distinct(EVALUATION_QUESTIONS)
    started, step, next_report, running = time.monotonic(), 0, 0.0, 0.0
    while (elapsed := time.monotonic() - started) < recipe.minutes * 60:
        factor = rate_factor(elapsed / (recipe.minutes * 60))
        for optimizer, rate in zip(both, rates):
            optimizer.param_groups[0]["lr"] = rate * factor
        loss = train_step(model, both, draw.batch(recipe.batch))
        step += 1
        running = loss if step == 1 else 0.98 * running + 0.02 * loss
        if elapsed >= next_report:
            next_report += REPORT_SECONDS
            seen = describe(accuracy(model, questions))
            print(f"{elapsed:6.0f} s  step {step:6d}  loss {running:.4f}  held-out {seen}", flush=True)
    seconds = time.monotonic() - started
    asked = step * recipe.batch
    print(f"trained {step} steps, {asked} questions, in {seconds:.0f} s on {threads} thread", flush=True)
    return model


def train_step(model, both, batch):
    tokens, scored = batch
    logits = model(tokens[:, :-1])
    asked = scored[:, 1:]
    loss = F.cross_entropy(logits[asked], tokens[:, 1:][asked])
    loss.backward()
    for optimizer in both:
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
    return loss.item()


# --- Evaluation and export ----------------------------------------------------------------------


@torch.no_grad()
def greedy_answers(model, questions):
    """Answer each question greedily; questions of one length go through the model together."""
    texts = [f"\n{a}{operator}{b}=" for a, operator, b in questions]
    answers = [""] * len(texts)
    for length in sorted({len(text) for text in texts}):
        rows = [row for row, text in enumerate(texts) if len(text) == length]
        tokens = torch.tensor([[TOKEN_OF[c] for c in texts[row]] for row in rows])
        for _ in range(6):
            following = model(tokens)[:, -1].argmax(-1, keepdim=True)
            tokens = torch.cat([tokens, following], 1)
        for row, line in zip(rows, tokens[:, length:].tolist()):
            answers[row] = "".join(VOCABULARY[token] for token in line).split("\n")[0]
    return answers


def accuracy(model, questions):
    """Count right answers: {operator or "all": (right, asked)}."""
    counts = {}
    for (a, operator, b), given in zip(questions, greedy_answers(model, questions)):
        right = given == str(answer(a, operator, b))
        for key in ("all", operator):
            hits, asked = counts.get(key, (0, 0))
            counts[key] = (hits + right, asked + 1)
    return counts


def describe(counts):
    keys = [key for key in ("all", "+", "-", "*") if key in counts]
    return "  ".join(f"{key} {counts[key][0] / counts[key][1]:.3f}" for key in keys)


def wilson(hits, asked, z=1.959964):
    share, shrink = hits / asked, 1 + z * z / asked
    middle = (share + z * z / (2 * asked)) / shrink
    half = z * math.sqrt(share * (1 - share) / asked + z * z / (4 * asked * asked)) / shrink
    return middle - half, middle + half


def export(model, path):
    """Write the weights as float16 with the configuration as strings in the header's metadata."""
    metadata = {key: str(value) for key, value in asdict(model.config).items()}
    tensors = {name: weight.half().contiguous() for name, weight in model.state_dict().items()}
    save_file(tensors, path, metadata)


def load(path):
    """Read an exported model back: float16 weights widened to float32, as Java does."""
    with safe_open(path, "pt") as file:
        metadata = file.metadata()
        numbers = {key: int(metadata[key]) for key in ("layers", "width", "heads", "hidden", "context")}
        model = Transformer(Config(**numbers, vocabulary=metadata["vocabulary"]))
        model.load_state_dict({name: file.get_tensor(name).float() for name in file.keys()})
    return model.eval()


def evaluate(size, folder):
    model = load(folder / f"{size}.safetensors")
    counts = accuracy(model, QuestionDraw(EVALUATION_SEED).distinct(EVALUATION_QUESTIONS))
    low, high = wilson(*counts["all"])
    right, asked = counts["all"]
    interval = f"Wilson 95 % [{low:.3f}, {high:.3f}]"
    print(f"{size}: {right} of {asked} right, {interval}; {describe(counts)}", flush=True)


CHECK_PROMPTS = ["\n417+58=", "\n903-87=", "\n12*7=", "\n3-999=-9", "\n999+999=199", "\n", "\n+5*=3-=*27+-9="]


@torch.no_grad()
def export_check(path, folder):
    """Write `size<TAB>prompt as token ids<TAB>logits after its last token` lines for the Java test."""
    lines = []
    for size in RECIPES:
        model = load(folder / f"{size}.safetensors")
        for prompt in CHECK_PROMPTS:
            ids = [TOKEN_OF[character] for character in prompt]
            logits = model(torch.tensor([ids]))[0, -1].tolist()
            fields = [size, " ".join(map(str, ids)), " ".join(f"{x:.6f}" for x in logits)]
            lines.append("\t".join(fields))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


def print_held_out():
    for text in ("417 + 58", "58 + 417", "903 - 87", "87 - 903", "12 * 7", "0 + 0", "999 - 999"):
        left, operator, right = text.split()
        print(text, bool(held_out(int(left), operator, int(right))))
    for operator, limits in (("+", (1000, 1000)), ("-", (1000, 1000)), ("*", (100, 100))):
        a, b = np.meshgrid(np.arange(limits[0]), np.arange(limits[1]), indexing="ij")
        print(operator, "held out:", int(held_out(a, operator, b).sum()), "of", limits[0] * limits[1])
    print("first drawn:", QuestionDraw(EVALUATION_SEED).distinct(8))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", choices=list(RECIPES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESOURCES)
    parser.add_argument("--evaluate", action="store_true")
    parser.add_argument("--export-check", type=Path)
    parser.add_argument("--print-held-out", action="store_true")
    parser.add_argument("--minutes", type=float, help="train for longer or shorter than the recipe says")
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    if chosen.print_held_out:
        print_held_out()
    if chosen.size:
        recipe = RECIPES[chosen.size]
        model = train(chosen.size, replace(recipe, minutes=chosen.minutes or recipe.minutes), chosen.seed)
        chosen.out.mkdir(parents=True, exist_ok=True)
        export(model, chosen.out / f"{chosen.size}.safetensors")
        evaluate(chosen.size, chosen.out)
    if chosen.evaluate:
        for size in RECIPES:
            evaluate(size, chosen.out)
    if chosen.export_check:
        export_check(chosen.export_check, chosen.out)


if __name__ == "__main__":
    main()
