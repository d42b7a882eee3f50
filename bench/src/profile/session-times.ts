import { InferenceSession } from 'onnxruntime-node';
import { processorMs } from '../graphs/sessions.ts';

export interface PartTime {
  part: 'voice activity (Silero)' | 'encoder' | 'decoder steps';
  ms: number;
  runs: number;
}

type Run = (...args: unknown[]) => Promise<InferenceSession.ReturnType>;

/** Processor milliseconds and runs of each model of this process. */
export class SessionTimes {
  #parts = new Map<PartTime['part'], PartTime>();

  constructor() {
    const { prototype } = InferenceSession as unknown as { prototype: InferenceSession };
    const run = prototype.run as Run;
    const count = (part: PartTime['part'], ms: number) => this.#count(part, ms);
    prototype.run = async function (this: InferenceSession, ...args: unknown[]) {
      const start = processorMs();
      const outputs = await run.apply(this, args);
      count(partOf(this.inputNames), processorMs() - start);
      return outputs;
    };
  }

  /** What was counted since the last time. */
  take(): PartTime[] {
    const taken = [...this.#parts.values()];
    this.#parts = new Map();
    return taken;
  }

  #count(part: PartTime['part'], ms: number): void {
    const known = this.#parts.get(part) ?? { part, ms: 0, runs: 0 };
    this.#parts.set(part, { part, ms: known.ms + ms, runs: known.runs + 1 });
  }
}

/** A model is known by its inputs. */
function partOf(inputs: readonly string[]): PartTime['part'] {
  if (inputs.includes('tokens')) return 'decoder steps';
  return inputs.includes('hidden') ? 'voice activity (Silero)' : 'encoder';
}
