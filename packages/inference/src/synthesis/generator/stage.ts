import type { SpeechLayer, SpeechStage } from '@locutor/graphs';
import type { Frames } from '@locutor/kernels';
import type { Layer } from './layer.ts';
import type { Norms } from './norms.ts';
import type { RowSums } from './row-sums.ts';
import type { Workspace } from './workspace.ts';

type Block = readonly Layer[];

/** Opens a layer whose channels begin there among those of all norms. */
export type OpenLayer = (layer: SpeechLayer, offset: number) => Promise<Layer>;

/** A stage of the generator: a block for the tone of the voice, and blocks for the sum of that and of the states. */
export class Stage {
  readonly channels: number;
  readonly #tone: Block;
  readonly #blocks: readonly Block[];

  private constructor(channels: number, tone: Block, blocks: readonly Block[]) {
    this.channels = channels;
    this.#tone = tone;
    this.#blocks = blocks;
  }

  /** `offset` says where its channels begin among those of all norms. */
  static async open(stage: SpeechStage, offset: number, openLayer: OpenLayer): Promise<Stage> {
    let next = offset;
    const blocks: Layer[][] = [];
    for (const block of [stage.tone, ...stage.blocks]) {
      const layers: Layer[] = [];
      for (const layer of block) {
        layers.push(await openLayer(layer, next));
        next += stage.channels;
      }
      blocks.push(layers);
    }
    const [tone, ...others] = blocks;
    return new Stage(stage.channels, tone!, others);
  }

  /** Takes so many rows of the areas tone and raised, and returns those of the area sum. */
  async run(rows: number, norms: Norms, rowSums: RowSums, workspace: Workspace): Promise<Frames> {
    const [heard, raised, sum] = (['tone', 'raised', 'sum'] as const).map((area) =>
      workspace.frames(area, rows, this.channels),
    ) as [Frames, Frames, Frames];
    const run = (block: Block, from: Frames, to: Frames, sums: Float64Array) =>
      this.#run(block, from, to, sums, { norms, rowSums, workspace });
    await run(this.#tone, heard, heard, rowSums.of(heard));
    const sums = rowSums.ofAdded(heard, raised, heard);
    for (const [at, block] of this.#blocks.entries()) {
      await run(block, heard, at === 0 ? sum : raised, sums);
      if (at > 0) rowSums.ofAdded(sum, raised, sum);
    }
    return sum;
  }

  /** x + second(first(x)), three times over. `sums` are those of `from`; `from` and `to` may be the same place. */
  async #run(block: Block, from: Frames, to: Frames, sums: Float64Array, means: Means): Promise<void> {
    const { norms, rowSums, workspace } = means;
    const { rows, channels } = from;
    const inner = workspace.frames('layer', rows, channels);
    const count = rowSums.count(rows);
    let [input, known] = [from, sums];
    for (let at = 0; at < block.length; at += 2) {
      const [first, second] = block.slice(at, at + 2) as [Layer, Layer];
      await first.run(input, inner, norms.factors(first, known, count), workspace);
      await second.run(inner, inner, norms.factors(second, rowSums.of(inner), count), workspace);
      known = rowSums.ofAdded(input, inner, to);
      input = to;
    }
  }
}

interface Means {
  norms: Norms;
  rowSums: RowSums;
  workspace: Workspace;
}
