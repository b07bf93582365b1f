"""A small transformer with random weights that generates token by token, as a real one of its size would.

What it writes means nothing; what it costs to write it is the cost of a decoder of 12 layers.
"""
import torch
from torch import nn

VOCABULARY = 256
CONTEXT = 2048


def device():
    """Give the accelerator, or the processor where there is none."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Block(nn.Module):
    """Attend to what came before, then think about it."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.before_attention = nn.LayerNorm(width)
        self.query_key_value = nn.Linear(width, 3 * width)
        self.attended = nn.Linear(width, width)
        self.before_thought = nn.LayerNorm(width)
        self.thought = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, hidden, cache, positions, seen):
        batch, length, width = hidden.shape
        split = self.query_key_value(self.before_attention(hidden))
        query, key, value = (part.view(batch, length, self.heads, -1).transpose(1, 2) for part in split.chunk(3, -1))
        keys, values = cache
        keys.index_copy_(2, positions, key)
        values.index_copy_(2, positions, value)
        mixed = nn.functional.scaled_dot_product_attention(query, keys, values, attn_mask=seen)
        hidden = hidden + self.attended(mixed.transpose(1, 2).reshape(batch, length, width))
        return hidden + self.thought(self.before_thought(hidden))


class Decoder(nn.Module):
    """Say which byte comes next."""

    def __init__(self, width, layers, heads):
        super().__init__()
        self.heads = heads
        self.steps = {}
        self.embedding = nn.Embedding(VOCABULARY, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.head = nn.Linear(width, VOCABULARY)

    def caches(self, batch):
        shape = (batch, self.heads, CONTEXT, self.embedding.embedding_dim // self.heads)
        weight = self.embedding.weight
        return [(weight.new_zeros(shape), weight.new_zeros(shape)) for _ in self.blocks]

    def forward(self, tokens, caches, positions):
        seen = torch.arange(CONTEXT, device=positions.device)[None, :] <= positions[:, None]
        hidden = self.embedding(tokens)
        for block, cache in zip(self.blocks, caches):
            hidden = block(hidden, cache, positions, seen)
        return self.head(hidden[:, -1])


class Step:
    """Write one token after another; on a GPU as a recorded graph, so that the processor does not limit the speed."""

    def __init__(self, decoder, batch):
        where = device()
        self.decoder = decoder
        self.caches = decoder.caches(batch)
        self.tokens = torch.zeros((batch, 1), dtype=torch.long, device=where)
        self.position = torch.zeros(1, dtype=torch.long, device=where)
        self.again = self.record() if where.type == "cuda" else self.once

    def begin(self, prompt):
        positions = torch.arange(prompt.shape[1], device=prompt.device)
        self.write(self.decoder(prompt, self.caches, positions))
        self.position.fill_(prompt.shape[1])

    def once(self):
        self.write(self.decoder(self.tokens, self.caches, self.position))
        self.position += 1

    def write(self, logits):
        # The letters only, so that what is sent is text.
        self.tokens.copy_(97 + logits[:, 97:123].argmax(-1, keepdim=True))

    def record(self):
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(3):
                self.once()
        torch.cuda.current_stream().wait_stream(beside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.once()
        return graph.replay


def make(width):
    """Make a decoder of a width, always the same one."""
    torch.manual_seed(42)
    where = device()
    kind = torch.bfloat16 if where.type == "cuda" else torch.float32
    return Decoder(width, layers=12, heads=width // 64).to(where, kind).eval()


@torch.inference_mode()
def generate(decoder, prompt, batch, limit):
    """Generate printable bytes after a prompt, one for each sequence of the batch at a time, up to a limit."""
    prompt = torch.tensor([list(prompt[-CONTEXT // 2 :]) or [32]], device=device()).repeat(batch, 1)
    if batch not in decoder.steps:
        decoder.steps[batch] = Step(decoder, batch)
    step = decoder.steps[batch]
    step.begin(prompt)
    for written in range(min(limit, CONTEXT - prompt.shape[1])):
        if written > 0:
            step.again()
        yield bytes(step.tokens[:, 0].tolist())
