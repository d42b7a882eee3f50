import { builtinCatalogue } from '@locutor/grammar';
import { quote, quoteUri, ServiceError } from '../errors/index.ts';

const PARAMETERS: ReadonlySet<string> = new Set([
  'language',
  ...[...builtinCatalogue.values()].flatMap(({ parameters }) => parameters),
]);

/**
 * Refuses a request with a parameter that belongs into its lm: an `&` that is not escaped ends the lm, and the grammar
 * would be used without the rest of its parameters. `query` is the query string as it came, without `?`.
 */
export function refuseStrayParameters(query: string): void {
  const stray: string[] = [];
  const pairs: string[] = [];
  let lm = '';
  for (const [name, value] of new URLSearchParams(query)) {
    if (PARAMETERS.has(name.toLowerCase())) {
      stray.push(quote(name));
      pairs.push(`${name}=${encodeURIComponent(value)}`);
    } else if (name === 'lm' && (lm === '' || stray.length === 0)) lm = value.trim();
  }
  if (stray.length === 0) return;
  const others = pairs
    .filter((pair) => !isParameterOf(lm, pair))
    .map((pair) => quote(pair.split('=', 1)[0]!));
  if (others.length > 0) {
    throw new ServiceError(
      'ERR_INVALID_PARAMETER',
      `the query parameter ${others.join(', ')} belongs to other builtin grammars, not to ${quoteUri(lm)}; remove it`,
    );
  }
  throw new ServiceError(
    'ERR_INVALID_PARAMETER',
    `the query parameter ${stray.join(', ')} belongs to the lm, which an unescaped "&" ends; write ${corrected(lm, pairs)}`,
  );
}

/** False only where the lm is a builtin grammar that is known not to have it. */
function isParameterOf(lm: string, pair: string): boolean {
  const name = /^builtin:grammar\/(\w+)/i.exec(lm)?.[1]?.toLowerCase() ?? '';
  const grammar = builtinCatalogue.get(name);
  const parameter = pair.split('=', 1)[0]!.toLowerCase();
  return !grammar || parameter === 'language' || grammar.parameters.includes(parameter as never);
}

/** How to write what was meant. */
function corrected(lm: string, pairs: readonly string[]): string {
  const example = 'lm=builtin:grammar/digits?minlength=3;maxlength=4';
  if (!/^(builtin:grammar\/|https?:)/i.test(lm)) return `a builtin grammar's parameters as in ${example}`;
  const parameters = lm.includes('?') ? [lm, ...pairs] : [`${lm}?${pairs[0]}`, ...pairs.slice(1)];
  const escaped = `lm=${parameters.join('%26')}`;
  if (escaped.length > 300) return 'each "&" of the lm as "%26"';
  // Only builtin grammars are known to accept a semicolon.
  return /^builtin:/i.test(lm) && parameters.length > 1
    ? `${escaped} or lm=${parameters.join(';')}`
    : escaped;
}
