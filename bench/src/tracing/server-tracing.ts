// Tracing is no public part of the server package; benchmarks read what the build made of it.
export { traced } from '../../../packages/server/dist/tracing/traced.js';
