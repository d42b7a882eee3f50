import { extname } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { quote } from '../../errors/index.ts';
import { UsageError } from '../usage-error.ts';

/** A phrase, and what becomes of it. */
export interface PhraseTest {
  readonly phrase: string;
  /** False: the grammar must not match it. */
  readonly match: boolean;
  /** What it means, if that is tested. */
  readonly meaning?: unknown;
}

export interface PhraseTests {
  /** A file beside the tests, or a builtin grammar; undefined where the tests name none. */
  readonly grammar: string | undefined;
  readonly tests: readonly PhraseTest[];
}

/** In TSV: the phrase must not match. */
const NO_MATCH = '-';

/** Tests in YAML, JSON or tab-separated lines, by the extension of their file. */
export function readPhraseTests(text: string, file: string): PhraseTests {
  if (extname(file).toLowerCase() === '.tsv') return { grammar: undefined, tests: fromTsv(text, file) };
  let value: unknown;
  try {
    value = parseYaml(text, { logLevel: 'error' });
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message.split('\n', 1)[0]}`);
  }
  const { grammar, tests } = Array.isArray(value)
    ? { tests: value }
    : ((value ?? {}) as Record<string, unknown>);
  if (grammar !== undefined && typeof grammar !== 'string')
    throw new UsageError(`${file}: grammar is no file name`);
  if (!Array.isArray(tests))
    throw new UsageError(`${file}: expected a list of tests, or an object with grammar and tests`);
  return { grammar, tests: tests.map((each, index) => fromObject(each, `${file}: test ${index + 1}`)) };
}

function fromTsv(text: string, file: string): PhraseTest[] {
  return text.split(/\r?\n/).flatMap((line, index): PhraseTest[] => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [phrase = '', meaning = '', ...more] = line.split('\t').map((cell) => cell.trim());
    if (more.length > 0 || phrase === '') {
      throw new UsageError(
        `${file}:${index + 1}: expected a phrase, a tab and a meaning, or ${quote(NO_MATCH)}`,
      );
    }
    if (meaning === NO_MATCH) return [{ phrase, match: false }];
    return [{ phrase, match: true, ...(meaning !== '' && { meaning }) }];
  });
}

const MEMBERS = ['phrase', 'match', 'meaning'];

function fromObject(value: unknown, where: string): PhraseTest {
  if (typeof value !== 'object' || value === null)
    throw new UsageError(`${where}: expected an object with a phrase`);
  const stray = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (stray !== undefined) {
    throw new UsageError(`${where}: there is no ${quote(stray)}; there are ${MEMBERS.join(', ')}`);
  }
  const { phrase, match = true, meaning } = value as Record<string, unknown>;
  if (typeof phrase !== 'string') throw new UsageError(`${where}: phrase is no text; put it in quotes`);
  if (typeof match !== 'boolean') throw new UsageError(`${where}: match is true or false`);
  if (!match && meaning !== undefined) throw new UsageError(`${where}: what must not match has no meaning`);
  return { phrase, match, ...(meaning !== undefined && { meaning }) };
}
