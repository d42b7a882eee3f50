import { afterAll, afterEach } from 'vitest';
import { AnswerCheck, type Exchange } from './check-answer.ts';
import type { OpenApi } from './document.ts';
import { tapConnections } from './tap.ts';

/** Servers whose answers are checked, by their ports; undefined while a description is being fetched. */
const checks = new Map<number, AnswerCheck | undefined>();
const seen: Exchange[] = [];
let found: string[] = [];

tapConnections((port, exchange) => {
  const check = checks.get(port);
  if (!check) return;
  seen.push(exchange);
  const { request, status, body } = exchange;
  const asked = request ? `${request.method} ${request.target}` : 'something that is no request';
  for (const each of check.violations(exchange)) {
    found.push(`${asked} was answered with ${status}: ${each}\n${body.slice(0, 2000)}`);
  }
});

/** From now on every answer of the server has to be as its own description says; the test that gets another fails. */
export async function watchAnswers(url: string): Promise<OpenApi> {
  const port = Number(new URL(url).port);
  checks.set(port, undefined);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi;
  checks.set(port, new AnswerCheck(document));
  return document;
}

/** The answers that were checked so far. */
export function checkedAnswers(): readonly Exchange[] {
  return seen;
}

/** What was found wrong since the last time, which no longer fails the test. */
export function takeViolations(): string[] {
  const taken = found;
  found = [];
  return taken;
}

function failOnViolations(): void {
  const violations = takeViolations();
  if (violations.length > 0) {
    throw new Error(`Not as /openapi.json describes it:\n${violations.join('\n')}`);
  }
}

afterEach(failOnViolations);
afterAll(failOnViolations);
