import { attribute } from '../onnx/builder.ts';
import { type CutValue, cutModel } from '../onnx/cut.ts';
import { elementType, type Model, type Node, writeModel } from '../onnx/onnx.ts';
import { SourceGraph } from '../onnx/source-graph.ts';
import { floatValues, only } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';
import type { NamedBytes } from '../preparer.ts';
import { convolutionsAsProducts } from '../rewrite/quantised-convolutions.ts';
import { risingGraph } from '../rewrite/rising-graph.ts';
import { type GeneratorLayer, readLayer } from './generator-layers.ts';
import { kokoroGraphs, type ProductPlace, type SpeechBlock, type SpeechStages } from './kokoro.ts';

/** Names of the blocks of both stages: first that of the tone. */
const STAGES = [
  ['noise_res.0', 'resblocks.0', 'resblocks.1', 'resblocks.2'],
  ['noise_res.1', 'resblocks.3', 'resblocks.4', 'resblocks.5'],
];
const LAYERS = [0, 1, 2].flatMap((at) => [`convs1.${at}`, `convs2.${at}`]);
/** Rows of the spectrum of the tone: magnitudes, and as many phases. */
export const SPECTRUM_ROWS = 22;

/**
 * The generator in parts. Its layers take nearly all of the time, and only their products are left to onnxruntime: what lies between
 * two products takes it longer than the products, since each operator passes over all values once.
 */
export function generatorParts(generator: Model, prefix: string): NamedBytes {
  const source = new SourceGraph(generator.graph, 'generator of the synthesis model');
  const blocks = STAGES.map((names) =>
    names.map((block) => LAYERS.map((layer) => readLayer(source, `${prefix}/${block}/${layer}/Conv`))),
  );
  const [low, high] = blocks.map(([tone]) => tone![0]!) as [GeneratorLayer, GeneratorLayer];
  const rise = (stage: 0 | 1) => source.node(`${prefix}/ups.${stage}/ConvTranspose`, 'ConvTranspose');
  const spectrum: CutValue = {
    value: source.node(`${prefix}/Concat_3`, 'Concat').outputs[0]!,
    info: valueInfo('spectrum', elementType.float, [1, SPECTRUM_ROWS, 'columns']),
  };
  const tone = ({ input, channels }: GeneratorLayer) => {
    const part = framesPart(generator, {
      given: [spectrum],
      wantedFrames: [{ value: input, name: 'tone', channels }],
    });
    return writeModel({ ...part, graph: convolutionsAsProducts(part.graph) });
  };
  const summed = (name: string) => {
    const divided = source.producer(source.node(name, 'LeakyRelu').inputs[0]!, 'Div');
    const divisor = source.tensor(divided.inputs[1]!);
    return { value: divided.inputs[0]!, divisor: only(floatValues(divisor), divisor) };
  };
  const { value } = summed(`${prefix}/LeakyRelu_2`);
  const sum = { value, name: 'sum', channels: high.channels };
  const [waveform] = generator.graph.outputs;
  const tail = framesPart(generator, {
    givenFrames: [sum],
    wanted: [{ value: waveform!.name, info: waveform! }],
  });
  const { divisor } = summed(`${prefix}/LeakyRelu_1`);
  return {
    [kokoroGraphs.styles]: writeModel(stylesOf(generator, blocks.flat(2))),
    [kokoroGraphs.spectrum]: writeModel(cutModel(generator, [], [spectrum])),
    [kokoroGraphs.lowTone]: tone(low),
    [kokoroGraphs.highTone]: tone(high),
    [kokoroGraphs.lowRise]: writeModel(risingGraph(source, rise(0))),
    [kokoroGraphs.highRise]: writeModel(risingGraph(source, rise(1), { divisor, isReflected: true })),
    [kokoroGraphs.tail]: writeModel(tail),
    ...stageFiles(blocks),
  };
}

/** The factors and summands of all norms, in the order of the layers. */
function stylesOf(model: Model, layers: readonly GeneratorLayer[]): Model {
  const joined = (name: 'scales' | 'shifts'): Node => ({
    name,
    opType: 'Concat',
    inputs: layers.map((layer) => layer[name]),
    outputs: [name],
    attributes: [attribute('axis', 0n)],
  });
  const nodes = [...model.graph.nodes, joined('scales'), joined('shifts')];
  const wanted = ['scales', 'shifts'].map((name) => ({
    value: name,
    info: valueInfo(name, elementType.float, ['channels']),
  }));
  return cutModel({ ...model, graph: { ...model.graph, nodes } }, [], wanted);
}

/** A value of channels × frames, which becomes one of frames × channels. */
interface FramesValue {
  value: string;
  name: string;
  channels: number;
}

interface PartValues {
  given?: readonly CutValue[];
  wanted?: readonly CutValue[];
  givenFrames?: readonly FramesValue[];
  wantedFrames?: readonly FramesValue[];
}

/** Part of a model. */
export function framesPart(
  model: Model,
  { given = [], wanted = [], givenFrames = [], wantedFrames = [] }: PartValues,
): Model {
  const inside = (name: string) => `${name}/channels`;
  const within = ({ value, name, channels }: FramesValue): CutValue => ({
    value,
    info: valueInfo(inside(name), elementType.float, [1, channels, 'frames']),
  });
  const outside = ({ name, channels }: FramesValue) =>
    valueInfo(name, elementType.float, [1, 'frames', channels]);
  const { graph, ...rest } = cutModel(
    model,
    [...given, ...givenFrames.map(within)],
    [...wanted, ...wantedFrames.map(within)],
  );
  const isInside = new Set([...givenFrames, ...wantedFrames].map(({ name }) => inside(name)));
  const kept = <T extends { name: string }>(infos: readonly T[]) =>
    infos.filter(({ name }) => !isInside.has(name));
  return {
    ...rest,
    graph: {
      ...graph,
      nodes: [
        ...givenFrames.map(({ name }) => turned(name, inside(name))),
        ...graph.nodes,
        ...wantedFrames.map(({ name }) => turned(inside(name), name)),
      ],
      inputs: [...kept(graph.inputs), ...givenFrames.map(outside)],
      outputs: [...kept(graph.outputs), ...wantedFrames.map(outside)],
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
