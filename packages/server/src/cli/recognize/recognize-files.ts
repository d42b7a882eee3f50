import { ServiceError } from '../../errors/index.ts';
import { isExpected } from '../expected-errors.ts';
import type { FileRecognizer, RecognizedResult } from './file-recognizer.ts';
import { incompleteReason } from './incomplete.ts';
import type { Input } from './inputs.ts';

/** What became of one input. */
export interface Outcome {
  readonly input: Input;
  readonly state: 'done' | 'skipped' | 'failed';
  /** Undefined where it was skipped or refused. */
  readonly results?: readonly RecognizedResult[];
  /** Why it failed. */
  readonly message?: string;
}

export interface FileWork {
  readonly signal: AbortSignal;
  /** At most this many at once (default: as many as the recogniser takes). */
  readonly jobs?: number | undefined;
  read(input: Input, mostBytes: number): Promise<{ bytes: Uint8Array; mediaType: string | undefined }>;
  /** Keeps the results of the whole audio. */
  keep(input: Input, results: readonly RecognizedResult[]): Promise<void>;
  heard(input: Input, amount: number): void;
  /** Told in the order of the inputs. */
  report(outcome: Outcome): void;
}

/** Recognises every input, several at once; that one fails is no matter of the others. */
export async function recognizeFiles(
  inputs: readonly Input[],
  recognizer: FileRecognizer,
  work: FileWork,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  let reported = 0;
  const runNext = async (): Promise<void> => {
    for (let at = next++; at < inputs.length; at = next++) {
      outcomes[at] = await recognizeOne(inputs[at]!, recognizer, work);
      for (; outcomes[reported] !== undefined; reported++) work.report(outcomes[reported]!);
    }
  };
  const atOnce = Math.min(work.jobs ?? recognizer.atOnce, inputs.length);
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return outcomes;
}

async function recognizeOne(input: Input, recognizer: FileRecognizer, work: FileWork): Promise<Outcome> {
  try {
    work.signal.throwIfAborted();
    const { bytes, mediaType } = await work.read(input, recognizer.mostBytes);
    const results = await recognizer.recognize(bytes, mediaType, {
      signal: work.signal,
      onProgress: (amount) => work.heard(input, amount),
    });
    work.signal.throwIfAborted();
    const stored = recognizer.stored?.(results);
    const message = incompleteReason(results) ?? (await tried(() => work.keep(input, results)));
    if (message === undefined) await stored?.remove();
    else
      return { input, state: 'failed', results, message: stored ? `${message}; see ${stored.url}` : message };
    return { input, state: 'done', results };
  } catch (error) {
    work.signal.throwIfAborted();
    return { input, state: 'failed', message: expectedReason(error) };
  }
}

/** Why it failed, if it did. */
async function tried(keep: () => Promise<void>): Promise<string | undefined> {
  try {
    await keep();
    return undefined;
  } catch (error) {
    return expectedReason(error);
  }
}

function expectedReason(error: unknown): string {
  if (!isExpected(error)) throw error;
  return error instanceof ServiceError ? `${error.message} (${error.code})` : error.message;
}
