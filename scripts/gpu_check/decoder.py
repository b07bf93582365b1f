"""A decoder of a known shape with random weights. It costs what a decoder of that shape costs; what it writes means nothing.

Grouped heads, RMS norms, gated MLP; no rotation of positions, which costs little. On a GPU a step is a recorded graph for each
length of the context, in steps, so that it reads about as much of its cache as it must.
"""
import dataclasses

import torch


@dataclasses.dataclass(frozen=True)
class Shape:
    layers: int
    hidden: int
    heads: int
    cache_heads: int
    head: int
    mlp: int
    vocabulary: int

    def weights(self):
        """Count the weights that a token is multiplied with: all but those of the embedding."""
        attention = self.hidden * self.head * (2 * self.heads + 2 * self.cache_heads)
        return self.layers * (attention + 3 * self.hidden * self.mlp) + self.hidden * self.vocabulary

    def cache_numbers(self):
        """Count the numbers that a token of context has in the cache."""
        return 2 * self.layers * self.cache_heads * self.head


SHAPES = {"qwen3-8b": Shape(36, 4096, 32, 8, 128, 12288, 151936), "tiny": Shape(2, 64, 4, 2, 16, 128, 512)}


def device():
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def wait():
    """Wait until what was begun is done."""
    if torch.cuda.is_available():
        torch.cuda.synchronize()


def normed(hidden):
    return hidden * torch.rsqrt(hidden.float().pow(2).mean(-1, keepdim=True) + 1e-6).to(hidden.dtype)


class Decoder:
    def __init__(self, shape, batch, context):
        torch.manual_seed(42)
        where = device()
        kind = torch.bfloat16 if where.type == "cuda" else torch.float32
        self.shape, self.batch, self.context = shape, batch, context

        def drawn(*size):
            return torch.empty(size, device=where, dtype=kind).normal_(0, 0.02)

        inner, cached = shape.heads * shape.head, shape.cache_heads * shape.head
        self.split = [inner, cached, cached]
        self.embedding = drawn(shape.vocabulary, shape.hidden)
        self.out = drawn(shape.hidden, shape.vocabulary)
        self.layers = [(drawn(shape.hidden, inner + 2 * cached), drawn(inner, shape.hidden),
                        drawn(shape.hidden, 2 * shape.mlp), drawn(shape.mlp, shape.hidden)) for _ in range(shape.layers)]
        # Zeros would cost less than what a real cache holds.
        self.cache = [(drawn(batch, shape.cache_heads, context, shape.head),
                       drawn(batch, shape.cache_heads, context, shape.head)) for _ in range(shape.layers)]
        self.rows = torch.arange(batch, device=where)
        self.tokens = torch.zeros(batch, dtype=torch.long, device=where)
        self.positions = torch.zeros(batch, dtype=torch.long, device=where)
        self.graphs = {}

    def mlp(self, hidden, gate_up, down):
        gate, up = (normed(hidden) @ gate_up).chunk(2, -1)
        return hidden + (torch.nn.functional.silu(gate) * up) @ down

    def once(self, length):
        """Write a token of each sequence, which sees the cache up to a length."""
        shape = self.shape
        hidden = self.embedding[self.tokens]
        unseen = torch.arange(length, device=hidden.device)[None, None, None, :] > self.positions[:, None, None, None]
        for (qkv, attended, gate_up, down), (keys, values) in zip(self.layers, self.cache):
            query, key, value = (normed(hidden) @ qkv).split(self.split, -1)
            keys[self.rows, :, self.positions] = key.view(-1, shape.cache_heads, shape.head)
            values[self.rows, :, self.positions] = value.view(-1, shape.cache_heads, shape.head)
            query = query.view(self.batch, shape.cache_heads, -1, shape.head)
            scores = query @ keys[:, :, :length].transpose(-1, -2) * shape.head ** -0.5
            mixed = scores.masked_fill(unseen, float("-inf")).softmax(-1) @ values[:, :, :length]
            hidden = self.mlp(hidden + mixed.reshape(self.batch, -1) @ attended, gate_up, down)
        self.tokens.copy_((normed(hidden) @ self.out).argmax(-1))
        self.positions += 1

    def step(self, longest):
        """Write a token of each sequence, none of which has more context than the longest."""
        length = 128
        while length < longest + 1:
            length = length + 128 if length < 1024 else 2 * length
        length = min(length, self.context)
        if device().type == "cuda":
            if length not in self.graphs:
                self.graphs[length] = self.record(length)
            self.graphs[length].replay()
        else:
            self.once(length)

    def record(self, length):
        kept = self.tokens.clone(), self.positions.clone()
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(2):
                self.once(length)
                self.positions.copy_(kept[1])
        torch.cuda.current_stream().wait_stream(beside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.once(length)
        self.tokens.copy_(kept[0])
        self.positions.copy_(kept[1])
        return graph

    def prefill(self, slot, prompt):
        """Work through a prompt of so many tokens in one slot, and write its first token."""
        shape = self.shape
        hidden = self.embedding[torch.randint(shape.vocabulary, (prompt,), device=self.tokens.device)]
        for (qkv, attended, gate_up, down), (keys, values) in zip(self.layers, self.cache):
            query, key, value = (normed(hidden) @ qkv).split(self.split, -1)
            keys[slot, :, :prompt] = key.view(prompt, shape.cache_heads, shape.head).transpose(0, 1)
            values[slot, :, :prompt] = value.view(prompt, shape.cache_heads, shape.head).transpose(0, 1)
            query = query.view(prompt, shape.heads, shape.head).transpose(0, 1)
            grouped = shape.heads // shape.cache_heads
            mixed = causal(query, keys[slot, :, :prompt].repeat_interleave(grouped, 0),
                           values[slot, :, :prompt].repeat_interleave(grouped, 0))
            hidden = self.mlp(hidden + mixed.transpose(0, 1).reshape(prompt, -1) @ attended, gate_up, down)
        self.tokens[slot] = (normed(hidden[-1]) @ self.out).argmax(-1)
        self.positions[slot] = prompt


def causal(query, keys, values):
    functional = torch.nn.functional
    if hasattr(functional, "scaled_dot_product_attention"):
        return functional.scaled_dot_product_attention(query[None], keys[None], values[None], is_causal=True)[0]
    length = query.shape[1]
    unseen = torch.ones(length, length, dtype=torch.bool, device=query.device).triu(1)
    scores = query @ keys.transpose(-1, -2) * query.shape[-1] ** -0.5
    return scores.masked_fill(unseen, float("-inf")).softmax(-1) @ values
