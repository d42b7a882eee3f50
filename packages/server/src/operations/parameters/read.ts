import type { IncomingHttpHeaders } from 'node:http';
import { HttpError, quote } from '../../http/errors.ts';
import { type Parameter, type ParameterName, type Parameters, parameters } from './declarations.ts';

const hyphenated = (name: string) => name.replaceAll('.', '-');
const entries = Object.entries(parameters) as [ParameterName, Parameter<unknown>][];

/** Header names as Node gives them, in lower case, to the parameter they set. */
const byHeader = new Map(
  entries.flatMap(([name]) => [name, hyphenated(name)].map((form) => [form.toLowerCase(), name] as const)),
);
/** `decoder`, `endpointer` and so on: a header of these families that is no parameter is a mistake worth telling. */
const families = new Set(
  entries.filter(([name]) => name.includes('.')).map(([name]) => name.split('.')[0]!.toLowerCase()),
);
const FAMILY = /^([a-z]+)[.-]/;

const defaults = Object.fromEntries(entries.map(([name, { default: value }]) => [name, value])) as Parameters;

type Deployment = 'on-premise' | 'hosted';

/** The name of a header as a message may show it: hosted deployments have no dotted ones. */
const shown = (name: string, deployment: Deployment) => (deployment === 'hosted' ? hyphenated(name) : name);

/** The configuration headers of a request, checked, over the deployment's own defaults and the general ones. */
export function readParameters(
  headers: IncomingHttpHeaders,
  deployment: Deployment,
  configured: Partial<Parameters> = {},
): Parameters {
  const given = new Map<ParameterName, unknown>();
  for (const [header, value] of Object.entries(headers)) {
    const name = byHeader.get(header);
    if (name === undefined) refuseUnknown(header, deployment);
    else given.set(name, readOne(header, name, String(value), deployment, given.has(name)));
  }
  return { ...defaults, ...configured, ...Object.fromEntries(given) };
}

function readOne(
  header: string,
  name: ParameterName,
  value: string,
  deployment: Deployment,
  again: boolean,
): unknown {
  const label = shown(name, deployment);
  if (header.includes('.') && deployment === 'hosted') {
    throw new HttpError(
      'ERR_INVALID_PARAMETER',
      `dotted header names are not accepted in this deployment; use ${label}`,
    );
  }
  if (again) throw new HttpError('ERR_INVALID_PARAMETER', `${label} is given in both its forms`);
  const { kind } = parameters[name] as Parameter<unknown>;
  const parsed = kind.parse(value.trim());
  if (parsed === undefined) {
    const wrong = kind.wrong?.(value) ?? value;
    throw new HttpError('ERR_INVALID_PARAMETER', `${label}: expected ${kind.expected}, got ${quote(wrong)}`);
  }
  return parsed;
}

function refuseUnknown(header: string, deployment: Deployment): void {
  const family = FAMILY.exec(header)?.[1];
  if (family !== undefined && families.has(family)) {
    throw new HttpError(
      'ERR_INVALID_PARAMETER',
      `there is no configuration header ${quote(shown(header, deployment))}`,
    );
  }
}
