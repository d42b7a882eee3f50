import { readFile } from 'node:fs/promises';
import { kokoroGraphs, type SpeechLayer, type SpeechStages } from '@locutor/models';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { ModelFileError } from '../../contract/model-file-error.ts';
import { openGraph } from '../../inference/open-graph.ts';
import { emptyNormState, type NormState, Norms } from './norms.ts';
import { Stage } from './stage.ts';
import { Workspace } from './workspace.ts';

/** What samples are made of. */
export interface GeneratorInput {
  states: Tensor;
  style: Tensor;
  source: Tensor;
}

interface Graphs {
  head: InferenceSession;
  rise: InferenceSession;
  tail: InferenceSession;
}

/** The last part of the synthesis model, which makes samples. One run at a time: runs share their memory. */
export class SpeechGenerator {
  /** Before anything was seen. */
  readonly nothing: NormState;
  readonly #graphs: Graphs;
  readonly #stages: readonly [Stage, Stage];
  readonly #workspace: Workspace;

  private constructor(
    graphs: Graphs,
    stages: readonly [Stage, Stage],
    workspace: Workspace,
    channels: number,
  ) {
    this.#graphs = graphs;
    this.#stages = stages;
    this.#workspace = workspace;
    this.nothing = emptyNormState(channels);
  }

  /** For pieces of up to so many frames. */
  static async load(
    path: (file: string) => string,
    isSigned: boolean,
    frames: number,
  ): Promise<SpeechGenerator> {
    const graphs = {
      head: await openGraph(path(kokoroGraphs.head)),
      rise: await openGraph(path(kokoroGraphs.rise)),
      tail: await openGraph(path(kokoroGraphs.tail)),
    };
    const described = await readStages(path(kokoroGraphs.stages));
    const products = await read(path(kokoroGraphs.products));
    const stages: Stage[] = [];
    let offset = 0;
    for (const stage of described) {
      stages.push(await Stage.open(stage, offset, { products, isSigned }));
      offset += stage.channels * layersOf([stage]).length;
    }
    const layers = layersOf(described);
    const workspace = new Workspace({
      frames,
      channels: described.map(({ channels }) => channels),
      taps: Math.max(...layers.map(({ taps }) => taps)),
      padding: Math.max(...layers.map(({ taps, dilation }) => ((taps - 1) / 2) * dilation)),
    });
    return new SpeechGenerator(graphs, stages as [Stage, Stage], workspace, offset);
  }

  /** The samples of a piece, and what its norms saw; `share` says how much the past counts beside the piece, from 0 to 1. */
  async run(
    { states, style, source }: GeneratorInput,
    past: NormState,
    share: number,
  ): Promise<{ samples: Float32Array; seen: NormState }> {
    const { head, rise, tail } = this.#graphs;
    const workspace = this.#workspace;
    const output = await head.run({ states, style, source });
    const values = (name: string) => output[name]!.data as Float32Array;
    const norms = new Norms(past, share, values('scales'), values('shifts'));
    const [low, high] = this.#stages;
    const first = await low.run(values('tone-0'), values('raised'), norms, workspace);
    const raised = await rise.run({ sum: tensorOf(first, workspace) });
    const second = await high.run(values('tone-1'), raised.raised!.data as Float32Array, norms, workspace);
    const { waveform } = await tail.run({ sum: tensorOf(second, workspace) });
    return { samples: waveform!.data as Float32Array, seen: norms.state };
  }

  async release(): Promise<void> {
    for (const graph of Object.values(this.#graphs)) await graph.release();
    for (const stage of this.#stages) await stage.release();
  }
}

function tensorOf(
  frames: Parameters<Workspace['arithmetic']['floats']>[0],
  { arithmetic }: Workspace,
): Tensor {
  return new Tensor('float32', arithmetic.floats(frames), [1, frames.rows, frames.channels]);
}

function layersOf(stages: SpeechStages): SpeechLayer[] {
  return stages.flatMap(({ tone, blocks }) => [tone, ...blocks].flat());
}

async function readStages(path: string): Promise<SpeechStages> {
  const text = Buffer.from(await read(path)).toString('utf8');
  try {
    return JSON.parse(text) as SpeechStages;
  } catch (error) {
    throw new ModelFileError('the synthesis model', path, error);
  }
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new ModelFileError('the synthesis model', path, error);
  }
}
