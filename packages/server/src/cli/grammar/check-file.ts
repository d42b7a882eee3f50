import { checkGrammar, GrammarError, type LintFinding } from '@locutor/grammar';
import { isExpected } from '../expected-errors.ts';
import { loadGrammar, placeOf } from './load-grammar.ts';

export interface Finding {
  /** `file:line:column`. */
  readonly place: string;
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
}

/** Everything that is wrong or odd about a grammar. */
export async function checkFile(name: string, hosts: () => readonly string[]): Promise<Finding[]> {
  try {
    const { document, options } = await loadGrammar(name, hosts);
    return (await checkGrammar(document, options)).map((finding) => warning(name, finding));
  } catch (error) {
    if (error instanceof GrammarError) {
      return [{ place: placeOf(error, name), severity: 'error', code: error.code, message: error.reason }];
    }
    if (!isExpected(error)) throw error;
    return [{ place: name, severity: 'error', code: 'not-found', message: error.message }];
  }
}

function warning(name: string, { line, column, code, message }: LintFinding): Finding {
  const place = [name, line, column].filter((part) => part !== undefined).join(':');
  return { place, severity: 'warning', code, message };
}
