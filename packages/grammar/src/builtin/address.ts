import { GrammarError } from '../errors.ts';
import { type BuiltinLanguage, builtinCatalogue } from './catalogue.ts';

/** A builtin's URI, parsed and checked against the catalogue. */
export interface BuiltinAddress {
  readonly name: string;
  readonly language: BuiltinLanguage;
  /** All but `language`, values as written. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** `builtin:grammar/digits?language=pt;minlength=4`; parameters are separated by `;` or `&`. */
export function parseBuiltinAddress(uri: string, defaultLanguage: string): BuiltinAddress {
  const parts = /^builtin:grammar\/([^?#]*)(?:\?([^#]*))?$/i.exec(uri);
  if (!parts)
    throw new GrammarError('not-found', 'a builtin grammar is named "builtin:grammar/<name>"', { uri });
  const [, name = '', query = ''] = parts;
  const entry = builtinCatalogue.get(name);
  if (!entry) {
    const names = [...builtinCatalogue.keys()].join(', ');
    throw new GrammarError('not-found', `there is no builtin grammar "${name}": there are ${names}`, { uri });
  }
  const parameters = parseParameters(query, uri);
  for (const key of parameters.keys()) {
    if (key === 'language' || entry.parameters.includes(key)) continue;
    const known = ['language', ...entry.parameters].join(', ');
    throw invalid(uri, `"${name}" has no parameter "${key}": it takes ${known}`);
  }
  const wanted = parameters.get('language');
  const language = entry.languages.find((known) => known === primarySubtag(wanted ?? defaultLanguage));
  parameters.delete('language');
  if (language) return { name, language, parameters };
  // A grammar of one language needs no other to be named: a CPF is Brazilian wherever the server stands.
  if (wanted === undefined && entry.languages.length === 1)
    return { name, language: entry.languages[0]!, parameters };
  const languages = entry.languages.join(', ');
  throw new GrammarError(
    'not-found',
    `"${name}" does not exist in the language "${wanted ?? defaultLanguage}": it exists in ${languages}`,
    { uri },
  );
}

function parseParameters(query: string, uri: string): Map<string, string> {
  const parameters = new Map<string, string>();
  if (query === '') return parameters;
  for (const part of query.split(/[;&]/)) {
    const pair = /^([^=]+)=(.+)$/.exec(part);
    if (!pair) throw invalid(uri, `the parameter "${part}" is not of the form name=value`);
    const key = decode(pair[1]!, uri);
    if (parameters.has(key)) throw invalid(uri, `the parameter "${key}" is given twice`);
    parameters.set(key, decode(pair[2]!, uri));
  }
  return parameters;
}

function decode(text: string, uri: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid(uri, `"${text}" is not valid percent-encoding`);
  }
}

function primarySubtag(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0]!;
}

export function invalid(uri: string, reason: string): GrammarError {
  return new GrammarError('invalid', reason, { uri });
}
