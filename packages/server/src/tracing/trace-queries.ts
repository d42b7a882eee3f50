import { context, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';
import { isTraced, tracer } from './traced.ts';

/** Verb and table of a statement. */
const SUMMARY = /^\s*(\w+)[\s\S]*?(?:\b(?:from|into|update)\s+"(\w+)"|$)/i;

/** Records the statements of a traced request. Their text has placeholders: no value is in it. */
export function traceQueries(system: 'sqlite' | 'postgresql'): (event: LogEvent) => void {
  return ({ level, query: { sql }, queryDurationMillis }) => {
    if (!isTraced()) return;
    const now = performance.timeOrigin + performance.now();
    const span = tracer().startSpan(
      summaryOf(sql),
      {
        kind: SpanKind.CLIENT,
        startTime: now - queryDurationMillis,
        attributes: { 'db.system.name': system, 'db.query.text': sql },
      },
      context.active(),
    );
    if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(now);
  };
}

function summaryOf(sql: string): string {
  const [, verb = 'query', table] = SUMMARY.exec(sql) ?? [];
  return [verb.toLowerCase(), table].filter(Boolean).join(' ');
}
