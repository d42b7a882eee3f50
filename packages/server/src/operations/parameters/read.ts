import type { IncomingHttpHeaders } from 'node:http';
import { quote, ServiceError } from '../../errors/index.ts';
import { expectation, expectedOf, fits, fromText } from '../../fields/index.ts';
import { type Parameter, parameters, type ValuesOf } from './declarations.ts';

const hyphenated = (name: string) => name.replaceAll('.', '-');
const FAMILY = /^([a-z]+)[.-]/;

/** The names that a parameter has as a header, as Node gives them: in lower case. */
export const headerForms = (name: string) => [name, hyphenated(name)].map((form) => form.toLowerCase());

/** The names of a table as headers, as they are written. */
export const bothForms = (table: object): string[] =>
  Object.keys(table).flatMap((name) => [...new Set([hyphenated(name), name])]);

type Deployment = 'on-premise' | 'hosted';

/** The name of a header as a message may show it: hosted deployments have no dotted ones. */
const shown = (name: string, deployment: Deployment) => (deployment === 'hosted' ? hyphenated(name) : name);

/** A header of ours as it was sent; in our own spelling where it came in lower case alone, as HTTP/2 and fetch send all. */
function labelOf(sent: string, name: string, deployment: Deployment): string {
  return shown(sent === sent.toLowerCase() ? name : sent, deployment);
}

/** The headers of a request that a table declares, checked, over the deployment's own defaults and the general ones. */
export function parameterReader<const Table extends Readonly<Record<string, Parameter>>>(table: Table) {
  type Values = ValuesOf<Table>;
  const entries = Object.entries(table);
  const defaults = Object.fromEntries(entries.map(([name, { default: value }]) => [name, value])) as Values;
  /** Header names to the parameter they set. */
  const byHeader = new Map(
    entries.flatMap(([name]) => headerForms(name).map((header) => [header, name] as const)),
  );
  /** `decoder`, `endpointer` and so on: a header of these families that is no parameter is a mistake worth telling. */
  const families = new Set(
    entries.filter(([name]) => name.includes('.')).map(([name]) => name.split('.')[0]!.toLowerCase()),
  );

  return (headers: IncomingHttpHeaders, deployment: Deployment, configured: Partial<Values> = {}): Values => {
    const given = new Map<string, unknown>();
    for (const [sent, value] of Object.entries(headers)) {
      const header = sent.toLowerCase();
      const name = byHeader.get(header);
      if (name !== undefined) {
        const label = labelOf(sent, name, deployment);
        refuseForm(header, label, deployment, given.has(name));
        given.set(name, readOne(label, table[name]!, String(value)));
      } else if (families.has(FAMILY.exec(header)?.[1] ?? '')) {
        throw new ServiceError(
          'ERR_INVALID_PARAMETER',
          `there is no configuration header ${quote(shown(sent, deployment))}`,
        );
      }
    }
    return { ...defaults, ...configured, ...Object.fromEntries(given) };
  };
}

/** The configuration headers of a request. */
export const readParameters = parameterReader(parameters);

function refuseForm(header: string, label: string, deployment: Deployment, again: boolean): void {
  if (header.includes('.') && deployment === 'hosted') {
    throw new ServiceError(
      'ERR_INVALID_PARAMETER',
      `dotted header names are not accepted in this deployment; use ${label}`,
    );
  }
  if (again) throw new ServiceError('ERR_INVALID_PARAMETER', `${label} is given both dotted and dashed`);
}

function readOne(label: string, { schema, decode, wrongPart }: Parameter, value: string): unknown {
  const text = value.trim();
  const meant = fromText(schema, text);
  if (!fits(schema, meant)) {
    const got = quote(wrongPart?.(value) ?? value);
    throw new ServiceError('ERR_INVALID_PARAMETER', expectation(label, expectedOf(schema, text), got));
  }
  return decode ? decode(text) : meant;
}
