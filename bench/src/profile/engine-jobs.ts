// A profile of the product's own jobs has to look inside the engine.

export type { AnyJob } from '../../../packages/engine/dist/contract/define-job.js';
export { jobs } from '../../../packages/engine/dist/jobs/registry.js';
