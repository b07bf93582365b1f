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

    def forward(self, hidden, cache, position):
        batch, length, width = hidden.shape
        split = self.query_key_value(self.before_attention(hidden))
        query, key, value = (part.view(batch, length, self.heads, -1).transpose(1, 2) for part in split.chunk(3, -1))
        keys, values = cache
        keys[:, :, position : position + length] = key
        values[:, :, position : position + length] = value
        end = position + length
        mixed = nn.functional.scaled_dot_product_attention(
            query, keys[:, :, :end], values[:, :, :end], is_causal=length > 1)
        hidden = hidden + self.attended(mixed.transpose(1, 2).reshape(batch, length, width))
        return hidden + self.thought(self.before_thought(hidden))


class Decoder(nn.Module):
    """Say which byte comes next."""

    def __init__(self, width, layers, heads):
        super().__init__()
        self.heads = heads
        self.embedding = nn.Embedding(VOCABULARY, width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.head = nn.Linear(width, VOCABULARY)

    def caches(self, batch):
        shape = (batch, self.heads, CONTEXT, self.embedding.embedding_dim // self.heads)
        weight = self.embedding.weight
        return [(weight.new_zeros(shape), weight.new_zeros(shape)) for _ in self.blocks]

    def forward(self, tokens, caches, position):
        hidden = self.embedding(tokens)
        for block, cache in zip(self.blocks, caches):
            hidden = block(hidden, cache, position)
        return self.head(hidden[:, -1])


def make(width):
    """Make a decoder of a width, always the same one."""
    torch.manual_seed(42)
    where = device()
    kind = torch.bfloat16 if where.type == "cuda" else torch.float32
    return Decoder(width, layers=12, heads=width // 64).to(where, kind).eval()


@torch.inference_mode()
def generate(decoder, prompt, batch, limit):
    """Generate printable bytes after a prompt, one for each sequence of the batch at a time, up to a limit."""
    where = device()
    tokens = torch.tensor([list(prompt[-CONTEXT // 2 :]) or [32]], device=where).repeat(batch, 1)
    caches = decoder.caches(batch)
    position = 0
    for _ in range(min(limit, CONTEXT - tokens.shape[1])):
        logits = decoder(tokens, caches, position)
        position += tokens.shape[1]
        # The letters only, so that what is sent is text.
        tokens = 97 + logits[:, 97:123].argmax(-1, keepdim=True)
        yield bytes(tokens[:, 0].tolist())
