import { readFile } from 'node:fs/promises';
import { kokoroGraphs, type SpeechLayer, type SpeechStages } from '@locutor/models';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { ModelFileError } from '../../contract/model-file-error.ts';
import { openGraph } from '../../inference/open-graph.ts';
import { Layer } from './layer.ts';
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

interface Releasable {
  release(): Promise<void>;
}

interface Parts {
  graphs: Graphs;
  stages: readonly [Stage, Stage];
  workspace: Workspace;
  opened: readonly Releasable[];
  nothing: NormState;
}

/** The last part of the synthesis model, which makes samples. One run at a time: runs share their memory. */
export class SpeechGenerator {
  /** Before anything was seen. */
  readonly nothing: NormState;
  readonly #graphs: Graphs;
  readonly #stages: readonly [Stage, Stage];
  readonly #workspace: Workspace;
  readonly #opened: readonly Releasable[];

  private constructor(parts: Parts) {
    this.nothing = parts.nothing;
    this.#graphs = parts.graphs;
    this.#stages = parts.stages;
    this.#workspace = parts.workspace;
    this.#opened = parts.opened;
  }

  /** For pieces of up to so many frames. */
  static async load(
    path: (file: string) => string,
    isSigned: boolean,
    frames: number,
  ): Promise<SpeechGenerator> {
    const opened: Releasable[] = [];
    try {
      return await SpeechGenerator.#open(path, isSigned, frames, opened);
    } catch (error) {
      for (const each of opened) await each.release();
      throw error;
    }
  }

  /** Whatever is opened is added to `opened`. */
  static async #open(
    path: (file: string) => string,
    isSigned: boolean,
    frames: number,
    opened: Releasable[],
  ): Promise<SpeechGenerator> {
    const kept = <T extends Releasable>(each: T) => {
      opened.push(each);
      return each;
    };
    const described = await readStages(path(kokoroGraphs.stages));
    const productsFile = path(kokoroGraphs.products);
    const products = await read(productsFile);
    const stages: Stage[] = [];
    let offset = 0;
    try {
      for (const stage of described) {
        const open = async (layer: SpeechLayer, at: number) =>
          kept(await Layer.open(layer, at, products, isSigned));
        stages.push(await Stage.open(stage, offset, open));
        offset += stage.channels * layersOf([stage]).length;
      }
    } catch (error) {
      throw new ModelFileError('the synthesis model', productsFile, error);
    }
    const graphs = {
      head: kept(await openGraph(path(kokoroGraphs.head))),
      rise: kept(await openGraph(path(kokoroGraphs.rise))),
      tail: kept(await openGraph(path(kokoroGraphs.tail))),
    };
    const layers = layersOf(described);
    const workspace = new Workspace({
      frames,
      channels: described.map(({ channels }) => channels),
      taps: Math.max(...layers.map(({ taps }) => taps)),
      padding: Math.max(...layers.map(({ taps, dilation }) => ((taps - 1) / 2) * dilation)),
    });
    const nothing = emptyNormState(offset);
    return new SpeechGenerator({ graphs, stages: stages as [Stage, Stage], workspace, opened, nothing });
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
    for (const each of this.#opened) await each.release();
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
