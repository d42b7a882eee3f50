import { designPhases, type PhaseTable } from './filter.ts';
import { createKernel, outputsPerRound } from './kernel.ts';

/** What one call may bring; longer input is cut. */
const blockSize = 4096;
const mostPhases = 512;
/** The longest filter is the one for a ratio just under five: 384 taps. */
const mostTaps = 384;

const tableBytes = (mostPhases + 1) * mostTaps * 4;
const inputBytes = (blockSize + mostTaps) * 4;
/** 4 to 192 kHz makes the most of a block. */
const outputBytes = (blockSize * 48 + 64) * 4;

// One memory for all streams: a stage copies its own history in and out, so nothing has to be freed.
const { buffer, dot, filter, filterMany } = createKernel(tableBytes + inputBytes + outputBytes);
const tableView = new Float32Array(buffer, 0, tableBytes / 4);
const inputView = new Float32Array(buffer, tableBytes, inputBytes / 4);
const outputStart = tableBytes + inputBytes;
const outputView = new Float32Array(buffer, outputStart, outputBytes / 4);
let loaded: PhaseTable | undefined;

/** Filters cost milliseconds to design, and a server meets few ratios; hostile ones push each other out. */
const designs = new Map<string, PhaseTable>();
const mostDesigns = 8;

function phasesFor(pass: number, stop: number, phases: number): PhaseTable {
  const key = `${pass} ${stop} ${phases}`;
  const known = designs.get(key);
  if (known) return known;
  const made = designPhases(pass, stop, phases);
  if (designs.size >= mostDesigns) designs.delete(designs.keys().next().value!);
  designs.set(key, made);
  return made;
}

/** Band edges are fractions of the stage's input rate, 0 to 0.5. */
export interface StageShape {
  /** The output rate is up / down times the input rate; the two have no common divisor. */
  readonly up: number;
  readonly down: number;
  /** Kept within the promised ripple up to here. */
  readonly pass: number;
  /** Rejected from here. */
  readonly stop: number;
}

/** One polyphase filter from one rate to another, without delay. */
export class Stage {
  readonly #table: PhaseTable;
  readonly #history: Float32Array;
  readonly #up: number;
  readonly #down: number;
  /** The next output lies this many input samples, and `#fraction` / `#up` of one, past the history's start. */
  #position = 0;
  #fraction = 0;

  constructor({ up, down, pass, stop }: StageShape) {
    this.#up = up;
    this.#down = down;
    this.#table = phasesFor(pass, stop, Math.min(up, mostPhases));
    // Half a filter of zeros before the first sample puts the first output exactly on it.
    this.#history = new Float32Array(this.#table.taps - 1);
    this.#position = this.#table.taps / 2;
  }

  write(samples: Float32Array, receive: (samples: Float32Array) => void): void {
    for (let start = 0; start < samples.length; start += blockSize) {
      receive(this.#filter(samples.subarray(start, start + blockSize)));
    }
  }

  #filter(block: Float32Array): Float32Array {
    const { taps, coefficients } = this.#table;
    if (loaded !== this.#table) {
      tableView.set(coefficients);
      loaded = this.#table;
    }
    inputView.set(this.#history);
    inputView.set(block, taps - 1);
    const reach = (block.length - this.#position) * this.#up - this.#fraction;
    const count = Math.max(0, Math.ceil(reach / this.#down));
    if (count > 0) this.#run(count);
    // In doubles: a product of two rates and a block is past 32 bits, but far from 53.
    const moved = this.#fraction + count * this.#down;
    this.#position += Math.floor(moved / this.#up) - block.length;
    this.#fraction = moved % this.#up;
    this.#history.set(inputView.subarray(block.length, block.length + taps - 1));
    // A copy, because the receiver may resample it once more.
    return outputView.slice(0, count);
  }

  #run(count: number): void {
    const { taps, phases } = this.#table;
    const row = taps * 4;
    const input = tableBytes + this.#position * 4;
    if (phases === this.#up) {
      const [up, down] = [this.#up, this.#down];
      const shape = [up, Math.floor(down / up) * 4, down % up, row, down * 4, up * 4] as const;
      // `up` outputs on, the phases are the same again and the input is `down` samples further: the same rows serve.
      const round = outputsPerRound * up;
      const rounds = Math.floor(count / round);
      for (let done = 0; done < rounds; done++) {
        const from = outputStart + done * round * 4;
        const at = input + done * outputsPerRound * down * 4;
        filterMany(at, this.#fraction, from, from + up * 4, ...shape);
      }
      const from = outputStart + rounds * round * 4;
      const end = outputStart + count * 4;
      const at = input + rounds * outputsPerRound * down * 4;
      if (from < end) filter(at, this.#fraction, from, end, ...shape);
      return;
    }
    // 512 phases and a straight line between them: the error is under −105 dB.
    for (let i = 0; i < count; i++) {
      const moved = this.#fraction + i * this.#down;
      const at = input + Math.floor(moved / this.#up) * 4;
      const exactPhase = ((moved % this.#up) * phases) / this.#up;
      const phase = Math.floor(exactPhase);
      const here = dot(phase * row, at, (phase + 1) * row);
      const next = dot((phase + 1) * row, at, (phase + 2) * row);
      outputView[i] = here + (next - here) * (exactPhase - phase);
    }
  }
}
