import type { AnyJob, LoadContext, Settings } from '@locutor/contract';

/** A job kind with what its `load` made. */
export interface ReadyJob {
  readonly definition: AnyJob;
  readonly loaded: unknown;
  readonly settings: Settings;
}

/** What a process runs. */
export interface LoadedJobs {
  readonly byKind: ReadonlyMap<string, ReadyJob>;
  /** Does what jobs want done while none runs. */
  pause(): Promise<void>;
}

/** Loads one kind after the other: in parallel, the peak memory of all model loads would add up. */
export async function loadJobs(
  definitions: readonly AnyJob[],
  settings: Settings,
  onLoaded?: LoadContext['onLoaded'],
): Promise<LoadedJobs> {
  const sharedValues = new Map<string, Promise<unknown>>();
  const pauses: (() => Promise<void>)[] = [];
  const context: LoadContext = {
    settings,
    inPauses: (work) => pauses.push(work),
    ...(onLoaded && { onLoaded }),
    shared<T>(name: string, create: () => Promise<T>) {
      const known = sharedValues.get(name) ?? create();
      sharedValues.set(name, known);
      return known as Promise<T>;
    },
  };
  const ready = new Map<string, ReadyJob>();
  for (const definition of definitions) {
    if (ready.has(definition.kind)) throw new Error(`two jobs are of the kind "${definition.kind}"`);
    ready.set(definition.kind, { definition, loaded: await definition.load?.(context), settings });
  }
  return {
    byKind: ready,
    async pause() {
      for (const work of pauses) await work();
    },
  };
}
