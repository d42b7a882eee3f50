"""Runs Moonshine's encoder in PyTorch, many clips of one length at once: some hundred times as fast as onnxruntime on one core.

The graph has products of 8-bit numbers whose scales depend on the clip, so each clip of a batch has its own. States are within 1
to 3 % of those of onnxruntime, whose own differ as much between processors. Needs PyTorch and onnx.
"""
import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper


class Graph:
    def __init__(self, path, dev):
        model = onnx.load(path)
        self.nodes = list(model.graph.node)
        self.dev = dev
        self.input = model.graph.input[0].name
        self.outputs = [each.name for each in model.graph.output]
        self.small, self.fixed = {}, {}
        for tensor in model.graph.initializer:
            value = numpy_helper.to_array(tensor)
            self.small[tensor.name] = value
            self.fixed[tensor.name] = torch.from_numpy(np.array(value)).to(dev)
        self.attributes = [{a.name: onnx.helper.get_attribute_value(a) for a in node.attribute} for node in self.nodes]
        self.weights = {}
        last = {}
        for n, node in enumerate(self.nodes):
            for name in node.input:
                last[name] = n
        self.dead = {}
        for name, n in last.items():
            if name not in self.outputs and name not in self.fixed:
                self.dead.setdefault(n, []).append(name)

    def weight(self, name, zero):
        """Whole numbers of at most 8 bits and a sign: exact in the matrix units' 32-bit mode, as are their products."""
        if name not in self.weights:
            w = self.fixed[name].float()
            if zero:
                w = w - self.fixed[zero].float()
            self.weights[name] = w
        return self.weights[name]

    @staticmethod
    def quantised(x):
        dims = tuple(range(1, x.dim()))
        low = x.amin(dims, keepdim=True).clamp(max=0)
        high = x.amax(dims, keepdim=True).clamp(min=0)
        scale = (high - low) / 255
        scale = torch.where(scale == 0, torch.ones_like(scale), scale)
        zero = torch.round((-low / scale).clamp(0, 255))
        return (torch.round(x / scale) + zero).clamp(0, 255), scale, zero

    @torch.no_grad()
    def __call__(self, samples):
        v = dict(self.fixed)
        v[self.input] = samples
        small = self.small
        for n, (node, a) in enumerate(zip(self.nodes, self.attributes)):
            i = [v[name] if name else None for name in node.input]
            names, op = node.input, node.op_type
            if op == 'Unsqueeze':
                out = i[0]
                for axis in small[names[1]]:
                    out = out.unsqueeze(int(axis))
            elif op == 'Conv':
                out = F.conv1d(i[0], i[1], stride=a['strides'][0])
            elif op == 'Tanh':
                out = torch.tanh(i[0])
            elif op == 'Reshape':
                if names[1] in small:
                    out = i[0].reshape([i[0].shape[k] if s == 0 else int(s) for k, s in enumerate(small[names[1]])])
                else:
                    out = i[0].reshape(i[1])
            elif op == 'InstanceNormalization':
                out = F.instance_norm(i[0], weight=i[1], bias=i[2], eps=a['epsilon'])
            elif op == 'Shape':
                out = tuple(i[0].shape)
            elif op == 'Gather':
                out = i[0][int(small[names[1]])]
            elif op == 'Range':
                out = torch.arange(i[1], device=self.dev)
            elif op == 'Cast':
                out = i[0].float()
            elif op in ('Mul', 'Add', 'Sub', 'Div'):
                out = {'Mul': torch.mul, 'Add': torch.add, 'Sub': torch.sub, 'Div': torch.div}[op](i[0], i[1])
            elif op == 'Transpose':
                out = i[0].permute(*a['perm'])
            elif op == 'DynamicQuantizeLinear':
                for name, value in zip(node.output, self.quantised(i[0])):
                    v[name] = value
                continue
            elif op == 'DequantizeLinear':
                out = (i[0] - i[2]) * i[1]
            elif op == 'Slice':
                start, end, axis, step = (int(small[name][0]) for name in names[1:5])
                index = [slice(None)] * i[0].dim()
                index[axis] = slice(start, None if end > 1 << 40 else end, step)
                out = i[0][tuple(index)]
            elif op == 'Concat':
                out = torch.cat(i, a['axis'])
            elif op == 'MatMulIntegerToFloat':
                w = self.weight(names[1], names[5] if len(names) > 5 else None)
                out = torch.matmul(i[0] - i[4], w) * (i[2] * i[3])
                if len(names) > 6 and names[6]:
                    out = out + i[6]
            elif op == 'DynamicQuantizeMatMul':
                q, scale, zero = self.quantised(i[0])
                w = self.weight(names[1], names[3] if len(names) > 3 else None)
                out = torch.matmul(q - zero, w) * (scale * i[2])
                if len(names) > 4 and names[4]:
                    out = out + i[4]
            elif op == 'FastGelu':
                out = F.gelu(i[0], approximate='tanh')
            elif op == 'Cos':
                out = torch.cos(i[0])
            elif op == 'Sin':
                out = torch.sin(i[0])
            elif op == 'ReduceMean':
                out = i[0].mean(a['axes'][0], keepdim=True)
            elif op == 'ReduceMax':
                out = i[0].amax(a['axes'][0], keepdim=True)
            elif op == 'ReduceSum':
                out = i[0].sum(int(small[names[1]][0]), keepdim=True)
            elif op == 'Exp':
                out = torch.exp(i[0])
            elif op == 'SimplifiedLayerNormalization':
                out = i[0] * torch.rsqrt(i[0].square().mean(-1, keepdim=True) + a['epsilon']) * i[1]
            elif op == 'RotaryEmbedding':
                heads, size = a['num_heads'], a['rotary_embedding_dim']
                x = i[0].reshape(*i[0].shape[:2], heads, -1)
                turned = x[..., :size].reshape(*x.shape[:3], size // 2, 2)
                cos, sin = (each[:x.shape[1], :size // 2][None, :, None] for each in i[2:4])
                one, other = turned[..., 0], turned[..., 1]
                turned = torch.stack([one * cos - other * sin, one * sin + other * cos], -1).flatten(-2)
                out = torch.cat([turned, x[..., size:]], -1).reshape(i[0].shape)
            elif op == 'Split':
                for name, value in zip(node.output, i[0].chunk(len(node.output), a['axis'])):
                    v[name] = value
                continue
            elif op == 'FusedMatMul':
                out = torch.matmul(i[0], i[1].transpose(-1, -2)) * a['alpha']
            elif op == 'MatMul':
                out = torch.matmul(i[0], i[1])
            else:
                raise NotImplementedError(op)
            v[node.output[0]] = out
            for name in self.dead.get(n, []):
                v.pop(name, None)
        return [v[name] for name in self.outputs]
