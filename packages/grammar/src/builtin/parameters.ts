import type { GrammarDocument } from '../model.ts';
import { type BuiltinAddress, invalid } from './address.ts';
import { withDigitCount } from './digit-count.ts';

/** Far more than any number people say, and few enough rules to count with. */
const MAX_LENGTH = 64;

/** Puts the parameters of a builtin's URI into its grammar. */
export function applyParameters(
  document: GrammarDocument,
  address: BuiltinAddress,
  uri: string,
): GrammarDocument {
  if (address.parameters.size === 0) return document;
  if (address.name === 'digits') return applyLengths(document, address.parameters, uri);
  if (address.name === 'boolean') return applyKeys(document, address.parameters, uri);
  return document;
}

function applyLengths(
  document: GrammarDocument,
  parameters: ReadonlyMap<string, string>,
  uri: string,
): GrammarDocument {
  const length = lengthOf('length', parameters, uri);
  const min = lengthOf('minlength', parameters, uri) ?? length ?? 1;
  const max = lengthOf('maxlength', parameters, uri) ?? length ?? Number.POSITIVE_INFINITY;
  if (min > max)
    throw invalid(uri, `minlength is ${min}, which is more than the ${max} of ${maxName(parameters)}`);
  if (length === undefined) return withDigitCount(document, min, max);
  if (length < min || length > max)
    throw invalid(uri, `length is ${length}, which is not between minlength and maxlength`);
  return withDigitCount(document, length, length);
}

function maxName(parameters: ReadonlyMap<string, string>): string {
  return parameters.has('maxlength') ? 'maxlength' : 'length';
}

function lengthOf(name: string, parameters: ReadonlyMap<string, string>, uri: string): number | undefined {
  const value = parameters.get(name);
  if (value === undefined) return undefined;
  const length = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (length < 1 || length > MAX_LENGTH)
    throw invalid(uri, `${name} must be a whole number from 1 to ${MAX_LENGTH}, not "${value}"`);
  return length;
}

/** The keys for yes and no: rules of one token each in `boolean.abnf`. */
function applyKeys(
  document: GrammarDocument,
  parameters: ReadonlyMap<string, string>,
  uri: string,
): GrammarDocument {
  const yes = keyOf('y', '1', parameters, uri);
  const no = keyOf('n', '2', parameters, uri);
  if (yes === no) throw invalid(uri, `y and n are both the key ${yes} (they are 1 and 2 where not given)`);
  const keys = new Map([
    ['yesKey', yes],
    ['noKey', no],
  ]);
  const rules = document.rules.map((rule) => {
    const text = keys.get(rule.name);
    return text === undefined ? rule : { ...rule, expansion: { kind: 'token', text } as const };
  });
  return { ...document, rules };
}

function keyOf(
  name: string,
  otherwise: string,
  parameters: ReadonlyMap<string, string>,
  uri: string,
): string {
  const value = parameters.get(name) ?? otherwise;
  if (!/^\d$/.test(value)) throw invalid(uri, `${name} must be one digit, not "${value}"`);
  return value;
}
