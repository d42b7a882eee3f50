import type { Model, ModelStatus } from '@locutor/models';

/** A download under way, or one that failed. */
export interface Download {
  readonly state: 'downloading' | 'preparing' | 'failed';
  /** Bytes so far, and in all. */
  readonly done: number;
  readonly total: number;
}

export type ModelEntry = Pick<ModelStatus, 'name' | 'role' | 'default' | 'size' | 'ready'> & {
  readonly licence: Model['licence'];
  readonly download?: Download;
  /** How many workers have it, where jobs run on the workers of a bus. */
  readonly workers?: number;
};

/** The models that exist, where jobs run or not. */
export interface ModelLibrary {
  list(): readonly ModelEntry[];
  /** Starts a download, unless the model is here or on its way. */
  fetch(name: string): void;
}
