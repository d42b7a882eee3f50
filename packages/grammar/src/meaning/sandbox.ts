import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { JSException, type JSValueHandle, MAX_STACK_SIZE, QuickJS, type QuickJSOptions } from 'quickjs-wasi';
import type { GrammarLimits } from '../limits.ts';
import { interpreterSource } from './interpreter-source.ts';

/** The engine gave up on a script: too many steps, memory it could not get, no stack left. The sandbox is spent. */
export class ScriptStopped extends Error {}

/** The engine refused the source of a script. */
export class ScriptInvalid extends Error {}

type Engine = QuickJSOptions['wasm'];

// Node has it, the ECMAScript type library does not.
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<Engine> };
};
let engine: Promise<Engine> | undefined;

/** Compiled once per thread (13 ms); a sandbox of it takes 2 ms. */
function loadEngine(): Promise<Engine> {
  engine ??= readFile(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return engine;
}

/**
 * A script engine in WebAssembly, with a heap of its own and nothing of ours inside: no host functions, no clock but
 * its own, no way out. Text goes in, JSON comes out.
 */
export class Sandbox {
  readonly #vm: QuickJS;
  readonly #interpret: JSValueHandle;
  readonly #steps: StepCounter;
  readonly #ms: number;

  private constructor(vm: QuickJS, interpret: JSValueHandle, steps: StepCounter, ms: number) {
    this.#vm = vm;
    this.#interpret = interpret;
    this.#steps = steps;
    this.#ms = ms;
  }

  /** Throws ScriptInvalid where the sources are no scripts, ScriptStopped where they are too much for the limits. */
  static async create(documents: readonly string[], limits: GrammarLimits): Promise<Sandbox> {
    const steps = new StepCounter(limits.scriptSteps);
    const vm = await createEngine(limits, steps);
    try {
      const source = `${interpreterSource}([${documents.join(',\n')}], ${limits.meaningLength}, ${limits.meaningDepth})`;
      return new Sandbox(vm, vm.evalCode(source, 'tags'), steps, limits.scriptMs);
    } catch (error) {
      const refused = refusal(error);
      vm.dispose();
      throw refused;
    }
  }

  /** Interprets a JSON list of derivations; throws ScriptStopped, after which the sandbox must not be used. */
  interpret(input: string): string {
    this.#steps.reset(this.#ms);
    try {
      return this.#vm.withScope(() =>
        this.#vm.callFunction(this.#interpret, this.#vm.undefined, this.#vm.newString(input)).toString(),
      );
    } catch (error) {
      throw new ScriptStopped(refusal(error).message);
    }
  }

  dispose(): void {
    this.#vm.dispose();
  }
}

/** The first of several sources that is not a script, and why; undefined where all are. */
export async function findInvalid(
  sources: readonly string[],
  limits: GrammarLimits,
): Promise<{ readonly place: number; readonly reason: string } | undefined> {
  const steps = new StepCounter(limits.scriptSteps);
  const vm = await createEngine(limits, steps);
  try {
    for (const [place, source] of sources.entries())
      try {
        steps.reset();
        vm.evalCode(source, 'tag').dispose();
      } catch (error) {
        return { place, reason: refusal(error).message };
      }
    return undefined;
  } finally {
    vm.dispose();
  }
}

async function createEngine(limits: GrammarLimits, steps: StepCounter): Promise<QuickJS> {
  return QuickJS.create({
    wasm: await loadEngine(),
    memoryLimit: limits.scriptMemory,
    // Without it, a script that recurses leaves the engine's stack, which ends in a trap instead of an exception. Half of what
    // the engine allows: with all of it, the stack of a thread of Node 24 and later may end first.
    maxStackSize: MAX_STACK_SIZE / 2,
    interruptHandler: () => steps.isSpent(),
    timezoneOffset: 0,
  });
}

/**
 * Anything but an exception of the script is a trap of the engine, or the end of this thread's stack: the script caused either.
 * Which stack ends first, the engine's or ours, depends on Node, so both are reported in the same words.
 */
function refusal(error: unknown): ScriptInvalid | ScriptStopped {
  if (!(error instanceof JSException)) return new ScriptStopped(String(error));
  const { name, message } = error;
  error.dispose();
  return name === 'SyntaxError' ? new ScriptInvalid(message) : new ScriptStopped(message);
}

/**
 * Counts the engine's interrupt checks: a limit in work, which no busy machine can shorten. A clock is needed beside it
 * where tags run: a step in which the stack overflows and the error is caught takes a hundred times as long as others.
 */
class StepCounter {
  readonly #limit: number;
  #count = 0;
  #endsAt = Number.POSITIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
  }

  reset(ms = Number.POSITIVE_INFINITY): void {
    this.#count = 0;
    this.#endsAt = performance.now() + ms;
  }

  isSpent(): boolean {
    return ++this.#count > this.#limit || performance.now() > this.#endsAt;
  }
}
