import type { EngineSettings } from '@locutor/contract';

export interface InProcessContext<Loaded> {
  loaded: Loaded;
  settings: EngineSettings;
  signal: AbortSignal;
  checkpoint(): Promise<void>;
  emit(): void;
}

/** What a job gets when it runs in this process instead of an engine process: nobody cancels it or waits for parts. */
export function jobContext<Loaded>(settings: EngineSettings, loaded: Loaded): InProcessContext<Loaded> {
  return {
    loaded,
    settings,
    signal: new AbortController().signal,
    checkpoint: async () => {},
    emit: () => {},
  };
}

/** Models that several jobs of this process share, loaded once. */
export function sharedModels(): <T>(name: string, create: () => Promise<T>) => Promise<T> {
  const values = new Map<string, Promise<unknown>>();
  return <T>(name: string, create: () => Promise<T>) => {
    const known = values.get(name) ?? create();
    values.set(name, known);
    return known as Promise<T>;
  };
}
