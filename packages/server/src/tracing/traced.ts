import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { version } from '../common/version.ts';

export function tracer(): Tracer {
  return trace.getTracer('locutor', version);
}

export interface SpanFacts {
  readonly kind?: SpanKind;
  /** What is done and with what outcome; never audio, texts, identities or credentials. */
  readonly attributes?: Attributes;
}

/** Whether somebody records what is done now. Without tracing nobody ever does. */
export function isTraced(): boolean {
  return trace.getActiveSpan()?.isRecording() ?? false;
}

/** Does some work as a span of the request that it is done for. Where that is not traced it just does the work. */
export function traced<T>(name: string, work: () => Promise<T>, facts: SpanFacts = {}): Promise<T> {
  return isTraced() ? inSpan(name, work, facts) : work();
}

/** The trace that is recorded now, as a `traceparent` for work that goes on with it later. */
export function activeTrace(): string | undefined {
  if (!isTraced()) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Does some work as a span of an earlier request, or of a trace of its own. */
export function tracedLater<T>(
  name: string,
  traceparent: string | undefined,
  work: () => Promise<T>,
  facts: SpanFacts = {},
): Promise<T> {
  return inSpan(name, work, facts, propagation.extract(ROOT_CONTEXT, { traceparent }));
}

/** A span that several calls are part of. */
export interface OpenSpan {
  /** Does something as a part of it. */
  run<T>(work: () => T): T;
  /** Once; what comes later does nothing. */
  end(attributes?: Attributes): void;
}

/** Begins a span of an earlier request. Without a trace there is none. */
export function openSpan(name: string, traceparent: string | undefined, facts: SpanFacts = {}): OpenSpan {
  if (traceparent === undefined) return { run: (work) => work(), end: () => {} };
  const around = propagation.extract(ROOT_CONTEXT, { traceparent });
  const span = tracer().startSpan(name, facts, around);
  const inside = trace.setSpan(around, span);
  return {
    run: (work) => context.with(inside, work),
    end(attributes = {}) {
      if (!span.isRecording()) return;
      span.setAttributes(attributes);
      span.end();
    },
  };
}

/** Says more of what is done now. */
export function noteInTrace(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes);
}

async function inSpan<T>(
  name: string,
  work: () => Promise<T>,
  facts: SpanFacts,
  around: Context = context.active(),
): Promise<T> {
  const span = tracer().startSpan(name, facts, around);
  try {
    return await context.with(trace.setSpan(around, span), work);
  } catch (error) {
    // Not the message: it quotes what the client sent.
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'error');
}
