import type { Network } from '../compile/network.ts';
import type { GrammarLimits } from '../limits.ts';
import { evaluate, type Instruction } from './evaluate.ts';
import { Sandbox, ScriptStopped } from './sandbox.ts';
import { readScriptResults } from './script-results.ts';
import type { Meaning } from './simple-tag.ts';
import type { TagPrograms } from './tag-programs.ts';

/** Why a derivation's tags gave no meaning. */
export interface TagFailure {
  /** `thrown`: a tag threw, which is also how a grammar refuses. `stopped`: a limit ended it. */
  readonly kind: 'thrown' | 'stopped';
  readonly reason: string;
}

/** A derivation's meaning, or why its tags gave none. */
export type Interpreted = { readonly value: Meaning } | { readonly failure: TagFailure };

const stoppedBy = (reason: string): Interpreted => ({ failure: { kind: 'stopped', reason } });

// Each holds a WebAssembly memory of some megabytes: a server with a thousand grammars keeps the busiest ones only.
const MAX_LIVE = 16;
const live = new Set<Interpreter>();

/** Finds the meanings of derivations, with the script engine where the tags need it. */
export class Interpreter {
  readonly #network: Network;
  readonly #tags: TagPrograms;
  readonly #limits: GrammarLimits;
  #sandbox: Sandbox | undefined;

  constructor(network: Network, tags: TagPrograms, limits: GrammarLimits) {
    this.#network = network;
    this.#tags = tags;
    this.#limits = limits;
  }

  async interpret(derivations: readonly (readonly number[])[]): Promise<Interpreted[]> {
    const results: Interpreted[] = [];
    const scripts: (readonly Instruction[])[] = [];
    const places: number[] = [];
    derivations.forEach((steps, place) => {
      const evaluation = evaluate(steps, this.#network, this.#tags, this.#limits);
      if ('value' in evaluation) results[place] = evaluation;
      else if ('failure' in evaluation) results[place] = stoppedBy(evaluation.failure);
      else {
        scripts.push(evaluation.instructions);
        places.push(place);
      }
    });
    if (scripts.length > 0)
      (await this.#runAll(scripts)).forEach((result, i) => {
        results[places[i]!] = result;
      });
    return results;
  }

  /** All in one call; where one of them is stopped, each by itself, so that it fails alone. */
  async #runAll(scripts: readonly (readonly Instruction[])[]): Promise<Interpreted[]> {
    try {
      return await this.#run(scripts);
    } catch (error) {
      if (!(error instanceof ScriptStopped)) throw error;
      if (scripts.length === 1) return [stoppedBy(error.message)];
    }
    const results: Interpreted[] = [];
    let stopped = 0;
    for (const script of scripts) {
      // Two strays are bad luck, more are an attack on the processor: the rest is not run.
      if (stopped >= 2) results.push(stoppedBy('not run: too many tags of this match were stopped'));
      else
        try {
          results.push(...(await this.#run([script])));
        } catch (error) {
          if (!(error instanceof ScriptStopped)) throw error;
          stopped++;
          results.push(stoppedBy(error.message));
        }
    }
    return results;
  }

  async #run(scripts: readonly (readonly Instruction[])[]): Promise<Interpreted[]> {
    // Another match may put it to sleep again between being made and being used here.
    while (!this.#sandbox) await this.#wake();
    const sandbox = this.#sandbox;
    this.#markUsed();
    try {
      const results = readScriptResults(
        sandbox.interpret(JSON.stringify(scripts)),
        scripts.length,
        this.#limits,
      );
      // What used up the engine's memory may still be in there.
      if (results.some((result) => 'failure' in result && result.failure.kind === 'stopped')) this.sleep();
      return results;
    } catch (error) {
      this.sleep();
      throw error;
    }
  }

  async #wake(): Promise<void> {
    const made = await Sandbox.create(this.#tags.sources, this.#limits);
    // Two matches may have waited for one at once.
    if (this.#sandbox) made.dispose();
    else this.#sandbox = made;
  }

  #markUsed(): void {
    live.delete(this);
    live.add(this);
    for (const oldest of live) {
      if (live.size <= MAX_LIVE) break;
      oldest.sleep();
    }
  }

  /** Gives the script engine's memory back; the next match makes a new one. */
  sleep(): void {
    live.delete(this);
    this.#sandbox?.dispose();
    this.#sandbox = undefined;
  }
}
