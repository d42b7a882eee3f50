import { readFile } from 'node:fs/promises';
import { kokoroGraphs, type SpeechLayer, type SpeechStages } from '@locutor/graphs';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { fromModelFile, readModelJson } from '../../runtime/model-file.ts';
import { openModel, preparedGraph } from '../../runtime/open-model.ts';
import { Layer } from './layer.ts';
import { emptyNormState, type NormState, type NormStyle, Norms } from './norms.ts';
import { type Lead, RowSums } from './row-sums.ts';
import { Stage } from './stage.ts';
import { Workspace } from './workspace.ts';

const LABEL = 'the synthesis model';
/** Rows of the stages for each row of states. The second has one more in all. */
const ROWS_PER_STATE = 10;
const HIGH_ROWS_PER_STATE = 60;

/** What samples are made of. */
export interface GeneratorInput {
  /** Two rows for each frame. */
  states: Tensor;
  style: NormStyle;
  /** Of the tone of the voice. */
  spectrum: Tensor;
  /** The first rows of states, where they stand for more like them. */
  lead?: Lead;
}

/** What takes the states of the planner and the tone of the voice to each stage. */
interface Entrance {
  rise: InferenceSession;
  tone: InferenceSession;
}

interface Graphs {
  styles: InferenceSession;
  low: Entrance;
  high: Entrance;
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
    const described: SpeechStages = await readModelJson(LABEL, path(kokoroGraphs.stages));
    const productsFile = path(kokoroGraphs.products);
    const stages: Stage[] = [];
    let offset = 0;
    await fromModelFile(LABEL, productsFile, async () => {
      const products = await readFile(productsFile);
      for (const stage of described) {
        const open = async (layer: SpeechLayer, at: number) =>
          kept(await Layer.open(layer, at, products, isSigned));
        stages.push(await Stage.open(stage, offset, open));
        offset += stage.channels * layersOf([stage]).length;
      }
    });
    const open = async (file: string) => kept(await openModel(LABEL, preparedGraph(path(file))));
    const { styles, lowRise, lowTone, highRise, highTone, tail } = kokoroGraphs;
    const graphs = {
      styles: await open(styles),
      low: { rise: await open(lowRise), tone: await open(lowTone) },
      high: { rise: await open(highRise), tone: await open(highTone) },
      tail: await open(tail),
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

  /** What the style of a voice, 256 numbers, makes of the norms. */
  async styleOf(style: Tensor): Promise<NormStyle> {
    const { scales, shifts } = await this.#graphs.styles.run({ style });
    return { scales: scales!.data as Float32Array, shifts: shifts!.data as Float32Array };
  }

  /** The samples of a piece, and what its norms saw; `share` says how much the past counts beside the piece, from 0 to 1. */
  async run(
    { states, style, spectrum, lead = { rows: 0, times: 1 } }: GeneratorInput,
    past: NormState,
    share: number,
  ): Promise<{ samples: Float32Array; seen: NormState }> {
    const workspace = this.#workspace;
    const norms = new Norms(past, share, style);
    const [low, high] = this.#stages;
    const rows = ROWS_PER_STATE * states.dims[1]!;
    const sumsOf = (rowsPerState: number) =>
      new RowSums(workspace.arithmetic, { rows: rowsPerState * lead.rows, times: lead.times });
    await this.#enter(low, this.#graphs.low, rows, states, spectrum);
    const sum = await low.run(rows, norms, sumsOf(ROWS_PER_STATE), workspace);
    const more = spectrum.dims[2]!;
    await this.#enter(high, this.#graphs.high, more, tensorOf(sum, workspace), spectrum);
    const last = await high.run(more, norms, sumsOf(HIGH_ROWS_PER_STATE), workspace);
    const { waveform } = await this.#graphs.tail.run({ sum: tensorOf(last, workspace) });
    return { samples: waveform!.data as Float32Array, seen: norms.state };
  }

  /** Puts what a stage begins with, so many rows, where it expects it: outputs of onnxruntime's own make garbage collections frequent. */
  async #enter(
    { channels }: Stage,
    { rise, tone }: Entrance,
    rows: number,
    frames: Tensor,
    spectrum: Tensor,
  ): Promise<void> {
    const area = (name: 'tone' | 'raised') =>
      tensorOf(this.#workspace.frames(name, rows, channels), this.#workspace);
    await rise.run({ frames }, { raised: area('raised') });
    await tone.run({ spectrum }, { tone: area('tone') });
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
