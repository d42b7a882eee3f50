import type { NamedBytes } from '../preparer.ts';
import { attribute } from './builder.ts';
import { type CutValue, cutModel } from './cut.ts';
import { type GeneratorLayer, readLayer } from './generator-layers.ts';
import { kokoroGraphs, type ProductPlace, type SpeechBlock, type SpeechStages } from './kokoro.ts';
import { elementType, type Model, type Node, writeModel } from './onnx.ts';
import { convolutionsAsProducts } from './quantised-convolutions.ts';
import { SourceGraph } from './source-graph.ts';
import { valueInfo } from './value-info.ts';

/** Names of the blocks of both stages: first that of the tone. */
const STAGES = [
  ['noise_res.0', 'resblocks.0', 'resblocks.1', 'resblocks.2'],
  ['noise_res.1', 'resblocks.3', 'resblocks.4', 'resblocks.5'],
];
const LAYERS = [0, 1, 2].flatMap((at) => [`convs1.${at}`, `convs2.${at}`]);

/**
 * The generator in parts. Its layers take nearly all of the time, and only their products are left to onnxruntime: what lies between
 * two products takes it longer than the products, since each operator passes over all values once.
 */
export function generatorParts(generator: Model, prefix: string): NamedBytes {
  const source = new SourceGraph(generator.graph, 'generator of the synthesis model');
  const blocks = STAGES.map((names) =>
    names.map((block) => LAYERS.map((layer) => readLayer(source, `${prefix}/${block}/${layer}/Conv`))),
  );
  const tones = blocks.map(([tone]) => tone![0]!);
  const output = (name: string, opType: string) => source.node(name, opType).outputs[0]!;
  const summed = (name: string) =>
    source.producer(source.node(name, 'LeakyRelu').inputs[0]!, 'Div').inputs[0]!;
  const frames = (value: string, name: string, stage: 0 | 1) => ({
    value,
    name,
    channels: tones[stage]!.channels,
  });
  const head = framesPart(
    withStyles(generator, blocks.flat(2)),
    [],
    [
      frames(output(`${prefix}/ups.0/ConvTranspose`, 'ConvTranspose'), 'raised', 0),
      frames(tones[0]!.input, 'tone-0', 0),
      frames(tones[1]!.input, 'tone-1', 1),
    ],
    ['scales', 'shifts'].map((name) => ({
      value: name,
      info: valueInfo(name, elementType.float, ['channels']),
    })),
  );
  const rise = framesPart(
    generator,
    [frames(summed(`${prefix}/LeakyRelu_1`), 'sum', 0)],
    [frames(output(`${prefix}/reflection_pad/Pad`, 'Pad'), 'raised', 1)],
  );
  const [waveform] = generator.graph.outputs;
  const tail = framesPart(
    generator,
    [frames(summed(`${prefix}/LeakyRelu_2`), 'sum', 1)],
    [],
    [{ value: waveform!.name, info: waveform! }],
  );
  return {
    [kokoroGraphs.head]: writeModel({ ...head, graph: convolutionsAsProducts(head.graph) }),
    [kokoroGraphs.rise]: writeModel(rise),
    [kokoroGraphs.tail]: writeModel(tail),
    ...stageFiles(blocks),
  };
}

/** With the factors and summands of all norms, in the order of the layers. */
function withStyles(model: Model, layers: readonly GeneratorLayer[]): Model {
  const joined = (name: 'scales' | 'shifts'): Node => ({
    name,
    opType: 'Concat',
    inputs: layers.map((layer) => layer[name]),
    outputs: [name],
    attributes: [attribute('axis', 0n)],
  });
  const nodes = [...model.graph.nodes, joined('scales'), joined('shifts')];
  return { ...model, graph: { ...model.graph, nodes } };
}

/** A value of channels × frames, which becomes one of frames × channels. */
interface FramesValue {
  value: string;
  name: string;
  channels: number;
}

function framesPart(
  model: Model,
  given: readonly FramesValue[],
  wanted: readonly FramesValue[],
  others: readonly CutValue[] = [],
): Model {
  const inside = (name: string) => `${name}/channels`;
  const within = ({ value, name, channels }: FramesValue): CutValue => ({
    value,
    info: valueInfo(inside(name), elementType.float, [1, channels, 'frames']),
  });
  const outside = ({ name, channels }: FramesValue) =>
    valueInfo(name, elementType.float, [1, 'frames', channels]);
  const { graph, ...rest } = cutModel(model, given.map(within), [...wanted.map(within), ...others]);
  const isInside = new Set([...given, ...wanted].map(({ name }) => inside(name)));
  const kept = <T extends { name: string }>(infos: readonly T[]) =>
    infos.filter(({ name }) => !isInside.has(name));
  return {
    ...rest,
    graph: {
      ...graph,
      nodes: [
        ...given.map(({ name }) => turned(name, inside(name))),
        ...graph.nodes,
        ...wanted.map(({ name }) => turned(inside(name), name)),
      ],
      inputs: [...kept(graph.inputs), ...given.map(outside)],
      outputs: [...kept(graph.outputs), ...wanted.map(outside)],
    },
  };
}

function turned(from: string, to: string): Node {
  const attributes = [attribute('perm', [0, 2, 1])];
  return { name: `${to}/turned`, opType: 'Transpose', inputs: [from], outputs: [to], attributes };
}

function stageFiles(blocks: readonly GeneratorLayer[][][]): NamedBytes {
  const products: Uint8Array[] = [];
  let size = 0;
  const place = (product: Uint8Array): ProductPlace => {
    products.push(product);
    size += product.length;
    return { from: size - product.length, to: size };
  };
  const placed = (block: readonly GeneratorLayer[]): SpeechBlock =>
    block.map(({ layer, product, signedProduct }) => ({
      ...layer,
      product: place(product),
      ...(signedProduct && { signedProduct: place(signedProduct) }),
    }));
  const stages: SpeechStages = blocks.map((stage) => {
    const [tone, ...others] = stage.map(placed);
    return { channels: stage[0]![0]!.channels, tone: tone!, blocks: others };
  });
  return {
    [kokoroGraphs.stages]: new TextEncoder().encode(JSON.stringify(stages)),
    [kokoroGraphs.products]: Buffer.concat(products),
  };
}
