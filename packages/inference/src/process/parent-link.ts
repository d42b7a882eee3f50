import type { FromEngine, ToEngine } from '@locutor/contract';

/** How an engine process receives from its pool and answers it.. */
export interface ParentLink {
  send(message: FromEngine): void;
  /** Called in order of arrival. A `run` message comes only once its whole input is here. */
  onMessage(listener: (message: ToEngine) => void): void;
}
