// Loaded before a server (`node --import`): its modules that trace do the work and nothing else.
import { register } from 'node:module';

const TRACED = `
  export const tracer = () => { throw new Error('nothing is traced'); };
  export const isTraced = () => false;
  export const traced = (name, work) => work();
  export const activeTrace = () => undefined;
  export const tracedLater = (name, traceparent, work) => work();
  export const noteInTrace = () => {};
`;
const TRACE_JOB = 'export const traceJob = () => undefined;';
const TRACE_QUERIES = 'export const traceQueries = () => () => {};';

const hooks = `
  const instead = ${JSON.stringify({
    '/server/dist/tracing/traced.js': TRACED,
    '/server/dist/tracing/trace-job.js': TRACE_JOB,
    '/server/dist/tracing/trace-queries.js': TRACE_QUERIES,
  })};
  export async function load(url, context, next) {
    for (const [end, source] of Object.entries(instead))
      if (url.endsWith(end)) return { format: 'module', source, shortCircuit: true };
    return next(url, context);
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
