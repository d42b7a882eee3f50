/** Engines on other machines: jobs over NATS. */

export { askWorkers } from './ask-workers.ts';
export { type BusOptions, shownServers } from './bus-options.ts';
export { EMOTION_MODELS, synthesisModels } from './job-models.ts';
export { BusPool, type BusPoolOptions, type FleetState } from './node/bus-pool.ts';
export type { Advert, FetchModel } from './shapes.ts';
export { BUS_PROTOCOL } from './subjects.ts';
export { BusWorker, type BusWorkerOptions, type BusWorkerState } from './worker/bus-worker.ts';
