#!/usr/bin/env python3
"""Golden values from PyTorch, for the tests: golden.safetensors, and golden.json that says what each case is.
usage: make_golden.py tests/data/golden      needs: pip install torch numpy safetensors
Inputs and parameters are float32; results are computed in float64 and rounded once to float32 (tolerance: a few float32 ulp of
the largest term), except 'article' and 'random', which are PyTorch's own float32 numbers.
Masks are U8, 1 = keep. A query with no key kept has weights 0 and context 0 (PyTorch gives NaN there; the rule is ours)."""
import json, math, sys
import torch, torch.nn as nn, torch.nn.functional as F
from safetensors.torch import save_file
stem = sys.argv[1]; seed = 1
T, J = {}, {}
def put(case, meta, **tensors):
    J[case] = meta
    for k, v in tensors.items():
        if v is None: continue
        v = v.detach(); T[f'{case}/{k}'] = (v.to(torch.uint8) if v.dtype == torch.bool else v if v.dtype == torch.int64 else v.float()).contiguous().clone()

# the article's script, number for number
torch.manual_seed(42); emb = nn.Embedding(3, 8); ids = torch.tensor([[0, 1, 2]]); x = emb(ids)
L = {k: nn.Linear(8, 8) for k in ('W_q', 'W_k', 'W_v', 'W_o')}
h = lambda w: w(x).view(1, 3, 2, 4).transpose(1, 2)
w = torch.softmax(h(L['W_q']) @ h(L['W_k']).transpose(-2, -1) / math.sqrt(4), -1)
o = L['W_o']((w @ h(L['W_v'])).transpose(1, 2).contiguous().view(1, 3, 8))
put('article', dict(seed=42, d_model=8, heads=2), ids=ids, x=x, embedding=emb.weight, output=o, weights=w,
    **{f'{k}.{p}': getattr(l, p) for k, l in L.items() for p in ('weight', 'bias')})
for s in (0, 42, 2**32 + 7):                                       # generator streams
    torch.manual_seed(s); u = torch.rand(33); torch.manual_seed(s); n5 = torch.randn(5); torch.manual_seed(s); n24 = torch.randn(24)
    torch.manual_seed(s); n37 = torch.randn(37); torch.manual_seed(s); lin = nn.Linear(7, 5); torch.manual_seed(s); xa = nn.init.xavier_uniform_(torch.empty(6, 9))
    put(f'random_{s}', dict(seed=s), rand33=u, randn5=n5, randn24=n24, randn37=n37, linear_7_5_weight=lin.weight, linear_7_5_bias=lin.bias, xavier_uniform_6_9=xa)

g = torch.Generator().manual_seed(seed)
R = lambda *s, scale=1.0: (torch.randn(*s, generator=g) * scale)
def attend(q, k, v, keep=None):                                        # [..., q, d], [..., k, d], [..., k, dv], float64
    s = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if keep is not None: s = s.masked_fill(~keep, -math.inf)
    w = torch.nan_to_num(torch.softmax(s, -1), nan=0.0); return w @ v, w
def mha(case, B, Tq, D, H, Tk=None, Dk=None, Dv=None, bias=True, keep=None, kv_heads=None, rope=None, causal=None, scale=1.0):
    Tk0, kvh, d = Tk, kv_heads or H, D // H; Tk = Tk or Tq; Dk = Dk or D; Dv = Dv or Dk
    x = R(B, Tq, D, scale=scale); mem_k = R(B, Tk, Dk, scale=scale) if (Tk0 or Dk != D) else x; mem_v = R(B, Tk, Dv, scale=scale) if Dv != Dk else mem_k
    W = dict(W_q=(D, D), W_k=(kvh * d, Dk), W_v=(kvh * d, Dv), W_o=(D, D)); P = {}
    for n, (o, i) in W.items():
        P[n + '.weight'] = R(o, i, scale=1 / math.sqrt(i)); P[n + '.bias'] = R(o, scale=0.1) if bias else None
    lin = lambda n, z: F.linear(z.double(), P[n + '.weight'].double(), P[n + '.bias'].double() if bias else None)
    q = lin('W_q', x).view(B, Tq, H, d).transpose(1, 2); k = lin('W_k', mem_k).view(B, Tk, kvh, d).transpose(1, 2); v = lin('W_v', mem_v).view(B, Tk, kvh, d).transpose(1, 2)
    if rope:                                                             # half-split pairs (i, i + d/2), positions from 0, base rope
        def turn(t):
            i = torch.arange(d // 2, dtype=torch.float64); a = torch.arange(t.shape[2], dtype=torch.float64)[:, None] * rope ** (-2 * i / d)
            lo, hi = t[..., :d // 2], t[..., d // 2:]; return torch.cat([lo * a.cos() - hi * a.sin(), hi * a.cos() + lo * a.sin()], -1)
        q, k = turn(q), turn(k)
    if kvh != H: k, v = (t.repeat_interleave(H // kvh, 1) for t in (k, v))
    m = keep
    if causal: off = Tk - Tq if causal == 'bottom_right' else 0; m = torch.ones(Tq, Tk, dtype=torch.bool).tril(off)
    c, w = attend(q, k, v, m); o = lin('W_o', c.transpose(1, 2).reshape(B, Tq, D))
    put(case, dict(batch=B, q_tokens=Tq, k_tokens=Tk, d_model=D, heads=H, kv_heads=kvh, k_dim=Dk, v_dim=Dv, bias=bias, causal=causal, rope=rope, self_attention=mem_k is x),
        x=x, memory_k=None if mem_k is x else mem_k, memory_v=None if mem_v is mem_k else mem_v, keep=keep, output=o, weights=w, **P)
def block(case, B, N, D, H, FF, pre, act, eps):
    l = nn.TransformerEncoderLayer(D, H, FF, dropout=0.0, activation=act, batch_first=True, norm_first=pre, layer_norm_eps=eps).eval()
    with torch.no_grad():
        for n, p in l.named_parameters(): p.copy_(R(*p.shape, scale=1 / math.sqrt(p.shape[-1])) + (1.0 if 'norm' in n and 'weight' in n else 0.0))
        x = R(B, N, D); P = {k: v.clone() for k, v in l.state_dict().items()}; o = l.double()(x.double())
    put(case, dict(batch=B, tokens=N, d_model=D, heads=H, d_ff=FF, norm='pre' if pre else 'post', activation=str(getattr(act, '__name__', act)), eps=eps), x=x, output=o, **P)
# masks, cross-attention, grouped heads, rotary positions, whole blocks, functions
mha('mha_plain', 2, 5, 12, 3); mha('mha_no_bias', 1, 7, 16, 4, bias=False); mha('mha_one_head', 1, 4, 8, 1); mha('mha_d_k_1', 1, 6, 4, 4); mha('mha_odd', 1, 9, 35, 5)
mha('mha_tiles', 1, 16, 64, 4); mha('mha_long', 1, 67, 32, 2); mha('mha_cross', 2, 3, 16, 2, Tk=5); mha('mha_kv_dims', 1, 3, 16, 2, Tk=4, Dk=10, Dv=6)
keep = torch.rand(5, 7, generator=g) > .4; keep[2] = False; mha('mha_masked', 1, 5, 12, 2, Tk=7, keep=keep)
mha('mha_causal', 1, 6, 16, 4, causal='top_left'); mha('mha_causal_last', 1, 2, 16, 4, Tk=6, causal='bottom_right'); mha('mha_gqa', 1, 6, 32, 8, kv_heads=2)
mha('mha_mqa', 1, 5, 24, 6, kv_heads=1, bias=False); mha('mha_rope', 1, 8, 32, 4, rope=10000.0); mha('mha_rope_gqa_causal', 1, 9, 32, 4, kv_heads=2, rope=10000.0, causal='top_left')
mha('mha_sharp', 1, 8, 16, 2, scale=30.0)
block('block_post_relu', 2, 5, 16, 4, 32, False, F.relu, 1e-5); block('block_post_gelu', 1, 7, 24, 3, 48, False, F.gelu, 1e-12); block('block_pre_gelu', 1, 6, 16, 2, 40, True, F.gelu, 1e-5)
x = torch.cat([R(40, scale=3), torch.tensor([0., -0., 1e-30, -1e-30, 10, -10, 88, -88, 100, -100])]); y = R(6, 37, scale=5)
put('functions', dict(eps=1e-5, layer_norm='last axis, no affine', gelu_tanh='tanh form', softmax='last axis'), x=x, gelu_erf=F.gelu(x.double()), gelu_tanh=F.gelu(x.double(), approximate='tanh'), silu=F.silu(x.double()),
    y=y, softmax=torch.softmax(y.double(), -1), layer_norm=F.layer_norm(y.double(), (37,)), rms_norm=F.rms_norm(y.double(), (37,), eps=1e-5))
save_file(T, stem + '.safetensors', metadata=dict(source='PyTorch ' + torch.__version__, seed=str(seed))); json.dump(J, open(stem + '.json', 'w'), indent=1)
print(len(J), 'cases', sum(v.numel() * v.element_size() for v in T.values()), 'bytes')
