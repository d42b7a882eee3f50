import { table } from '../table.ts';
import type { Assumptions } from './measured.ts';
import { type Language, type Plan, plan } from './model.ts';

/** What so many concurrent calls need, and where each part is at its limit, as two tables. */
export function report(calls: readonly number[], language: Language, given: Assumptions): string {
  const plans = calls.map((count) => plan(count, language, given));
  const row = (name: string, of: (each: Plan) => string) => [name, ...plans.map(of)];
  const assumptions = Object.entries(given).map(([name, value]) => `${name} ${value}`);
  const needs = table([
    ['concurrent calls', ...calls.map((count) => shown(count))],
    row('turns a second (RECOGNIZE)', ({ turns }) => shown(turns, 1)),
    row('verifications a second', ({ verifications }) => shown(verifications, 2)),
    row('engine cores', ({ engineCores }) => shown(engineCores)),
    row('  busy', ({ busy }) => `${shown(100 * busy)} %`),
    row('  turns that wait', ({ waiting }) => `${shown(100 * waiting, 1)} %`),
    row('  1 % wait at least', ({ wait }) => `${shown(1000 * wait)} ms`),
    row('HTTP nodes', ({ httpNodes }) => shown(httpNodes)),
    row('memory', ({ memoryBytes }) => `${shown(memoryBytes / 1e9, 1)} GB`),
    row('network in', ({ inBits }) => `${shown(inBits / 1e6, 1)} Mbit/s`),
    row('network over NATS', ({ busBits }) => `${shown(busBits / 1e6, 1)} Mbit/s`),
    row('NATS servers', ({ busServers }) => shown(busServers)),
    row('database records a second', ({ records }) => shown(records, 1)),
    row('  of one PostgreSQL', ({ databaseShare }) => `${shown(100 * databaseShare)} %`),
    row('price an hour', ({ perHour }) => `${shown(perHour, 2)} USD`),
    row('price of a call minute', ({ perCallMinute }) => `${shown(100 * perCallMinute, 4)} cents`),
  ]);
  const limits = table([
    ['at its limit with', 'calls'],
    ...plans[0]!.limits.map(({ part, calls: most }) => [
      part,
      Number.isFinite(most) ? shown(most) : 'no number',
    ]),
  ]);
  return `${language}; ${assumptions.join(', ')}\n\n${needs}\n\n${limits}`;
}

function shown(value: number, digits = 0): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
