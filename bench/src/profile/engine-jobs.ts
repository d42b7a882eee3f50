// A profile of the product's own jobs has to look inside the engine.

export type { AnyJob } from '../../../packages/contract/dist/define-job.js';
export { jobs } from '../../../packages/inference/dist/jobs/registry.js';
