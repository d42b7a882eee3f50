import type { Network } from '../compile/network.ts';
import type { GrammarLimits } from '../limits.ts';
import { CLOSE } from '../match/steps.ts';
import { type Meaning, NeedsScript, runSimpleTag, type TagScope } from './simple-tag.ts';
import { MeaningSizes, MeaningTooLong } from './size.ts';
import type { TagProgram, TagPrograms } from './tag-programs.ts';

/** Instructions for the script engine: see script-source. */
export type Instruction = readonly (number | Meaning)[];

/** The meaning of a derivation, or what the script engine must run to find it, or why there is none. */
export type Evaluation =
  | { readonly value: Meaning }
  | { readonly instructions: readonly Instruction[] }
  | { readonly failure: string };

/** See `run`. */
export function evaluate(
  steps: readonly number[],
  network: Network,
  tags: TagPrograms,
  limits: GrammarLimits,
): Evaluation {
  try {
    const sizes = new MeaningSizes(limits);
    const evaluation = run(steps, network, tags, sizes);
    if ('instructions' in evaluation) checkInput(evaluation.instructions, sizes, limits.scriptInput);
    return evaluation;
  } catch (error) {
    if (error instanceof MeaningTooLong) return { failure: error.message };
    throw error;
  }
}

/**
 * Works out a derivation's meaning as far as it goes without the script engine. A rule instance with a tag that is
 * not simple is put off, with the rules around it; rules inside whose value is known are handed over as values.
 */
function run(steps: readonly number[], network: Network, tags: TagPrograms, sizes: MeaningSizes): Evaluation {
  const instructions: Instruction[] = [];
  const stack: Frame[] = [];
  let frame = new Frame('', 0);
  for (const step of steps) {
    if (step === CLOSE) {
      const closed = frame;
      frame = stack.pop()!;
      if (closed.postponed) instructions.push([5]);
      else {
        sizes.check(closed.value());
        // Its value is known: what led to it need not be run again.
        instructions.length = closed.begin;
        instructions.push([4, closed.name, closed.value(), closed.spoken]);
      }
      frame.close(closed);
      continue;
    }
    const output = network.outputs[step]!;
    if (output.kind === 'call') {
      stack.push(frame);
      frame = new Frame(output.name, instructions.length);
      const place = tags.places.get(output.rule);
      instructions.push([0, place?.document ?? -1, place?.rule ?? -1, output.name]);
    } else if (output.kind === 'token') {
      instructions.push([1, output.text]);
      frame.addText(output.text);
    } else {
      const program = tags.programs[step]!;
      if (program.kind === 'ignored') continue;
      const place = tags.places.has(output.rule);
      instructions.push(program.kind === 'literal' && !place ? [3, program.value] : [2, output.index]);
      frame.tag(program);
    }
  }
  return frame.postponed ? { instructions } : { value: frame.latest ?? null };
}

/** Each value is within its limits; a text of two thousand words can have as many of them. */
function checkInput(instructions: readonly Instruction[], sizes: MeaningSizes, longest: number): void {
  let length = 0;
  for (const [kind, , value] of instructions) {
    if (kind === 4) length += sizes.check(value!);
    if (length > longest)
      throw new MeaningTooLong(`the meanings that tags work on are longer than ${longest} characters`);
  }
}

/** One rule instance. */
class Frame implements TagScope {
  readonly name: string;
  /** Where its instructions begin. */
  readonly begin: number;
  out: Meaning = {};
  readonly owned = new Set<Meaning>([this.out]);
  readonly rules = new Map<string, Meaning>();
  latest: Meaning | undefined;
  postponed = false;
  spoken = '';
  #tagged = false;
  #latestText: string | undefined;
  readonly #texts = new Map<string, string>();

  constructor(name: string, begin: number) {
    this.name = name;
    this.begin = begin;
  }

  tag(program: TagProgram): void {
    this.#tagged = true;
    if (this.postponed) return;
    if (program.kind === 'literal') this.out = program.value;
    else if (program.kind === 'script') this.postponed = true;
    else if (program.kind === 'simple') {
      try {
        runSimpleTag(program.assignments, this);
      } catch (error) {
        if (!(error instanceof NeedsScript)) throw error;
        this.postponed = true;
      }
    }
  }

  /** Takes over what a finished rule inside this one came to. */
  close(inner: Frame): void {
    this.addText(inner.spoken);
    this.#latestText = inner.spoken;
    this.#texts.set(inner.name, inner.spoken);
    if (inner.postponed) {
      this.postponed = true;
      return;
    }
    this.latest = inner.value();
    this.rules.set(inner.name, this.latest);
  }

  text(of: string): string | undefined {
    if (of === 'current()') return this.spoken;
    return of === 'latest()' ? this.#latestText : this.#texts.get(of);
  }

  /** With no tag run: the value of the rule visited last, or the text. */
  value(): Meaning {
    return this.#tagged ? this.out : this.latest === undefined ? this.spoken : this.latest;
  }

  addText(text: string): void {
    if (text !== '') this.spoken = this.spoken === '' ? text : `${this.spoken} ${text}`;
  }
}
