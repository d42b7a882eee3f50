import { exitCodes } from './exit-codes.ts';

/**
 * Aborted by the first Ctrl-C or SIGTERM; the second ends the process at once. Where there is a `first` thing to end, the
 * first Ctrl-C ends that, and the others count from there.
 */
export function interruptSignal(first?: AbortController): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals) => {
    if (name === 'SIGINT' && first && !first.signal.aborted) return first.abort();
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new InterruptedError());
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.on(name, stop);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
}

/** Somebody ended the command. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  constructor() {
    super('interrupted');
  }
}
