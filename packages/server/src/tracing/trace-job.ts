import type { JobReport, TraceJob, TraceSpan } from '@locutor/contract';
import { type Context, context, propagation, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { isTraced, tracer } from './traced.ts';

/** Jobs of which a live session has twenty a second: a trace of them would show nothing else. */
const TOO_MANY: ReadonlySet<string> = new Set(['listen', 'listen-again']);

/**
 * Follows a job of the engine for the request that it is done for: a span for the job, in it one for its wait in the
 * queue and those that the engine process reports. Only this process exports spans.
 */
export const traceJob: TraceJob = (kind) => {
  if (TOO_MANY.has(kind) || !isTraced()) return undefined;
  const span = tracer().startSpan(`job ${kind}`, { attributes: { 'locutor.job.kind': kind } });
  const inside = trace.setSpan(context.active(), span);
  const carrier: { traceparent?: string } = {};
  propagation.inject(inside, carrier);
  return { traceparent: carrier.traceparent ?? '', end: (report) => endJob(span, inside, report) };
};

function endJob(span: Span, inside: Context, report: JobReport): void {
  const { outcome, acceptedMsAgo, sentMsAgo, spans, attributes } = report;
  const now = performance.timeOrigin + performance.now();
  const queue = tracer().startSpan('queue', { startTime: now - acceptedMsAgo }, inside);
  queue.end(now - (sentMsAgo ?? 0));
  if (sentMsAgo !== undefined) addSteps(spans, inside, now, sentMsAgo);
  span.setAttributes({ ...attributes, 'locutor.job.outcome': outcome });
  if (outcome !== 'done') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(now);
}

/** The job ended when its answer left the engine process, a moment ago; when it began depends on its transport. */
function addSteps(steps: readonly TraceSpan[], inside: Context, now: number, sentMsAgo: number): void {
  const began = now - Math.min(sentMsAgo, steps[0]?.endMs ?? 0);
  const contexts: Context[] = [];
  for (const { name, parent, startMs, endMs, failed, attributes = {} } of steps) {
    const around = parent === undefined ? inside : (contexts[parent] ?? inside);
    const span = tracer().startSpan(
      name,
      { startTime: began + startMs, attributes: { ...attributes } },
      around,
    );
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    contexts.push(trace.setSpan(around, span));
    span.end(began + endMs);
  }
}
