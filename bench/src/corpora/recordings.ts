import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Recordings of speech are not part of the project: they lie beside it. */
export const data = join(import.meta.dirname, '../../../../shared/data');

export interface Recording {
  /** Its path from the data folder. */
  readonly file: string;
  /** As the corpus names the speaker; like everything below empty where the index does not say. */
  readonly speaker: string;
  readonly gender: 'f' | 'm' | '';
  /** Years, or a decade: `20-29`. */
  readonly age: string;
  readonly language: string;
  /** What was said. */
  readonly text: string;
  /** What kind of recording it is, in the words of the corpus. */
  readonly kind: string;
}

interface Index {
  readonly path: string;
  /** The file names of the index count from this folder. */
  readonly folder: string;
  /** Of an index without a heading. */
  readonly columns?: readonly string[];
}

const INDEXES = {
  'speech-en': { path: 'speech-en/index.tsv', folder: 'speech-en' },
  'digits-en': { path: 'digits-en/index.tsv', folder: 'digits-en' },
  'readers-en': { path: 'readers-en/index.tsv', folder: 'readers-en' },
  'alphanumeric-en': { path: 'alphanumeric-en-index.tsv', folder: '' },
  emotion: { path: 'emotion-index.tsv', folder: '' },
  'common-voice': { path: 'common-voice/index.tsv', folder: 'common-voice' },
  'speech-pt': { path: 'speech-pt/index.tsv', folder: 'speech-pt' },
  noise: { path: 'noise-index.tsv', folder: '', columns: ['file', 'kind'] },
} as const satisfies Record<string, Index>;

export type Corpus = keyof typeof INDEXES;

/** All recordings of a corpus in the order of its index; none where the corpus is not on this machine. */
export function recordings(corpus: Corpus): Recording[] {
  const { path, folder, columns }: Index = INDEXES[corpus];
  if (!existsSync(join(data, path))) return [];
  const lines = readFileSync(join(data, path), 'utf8').trim().split('\n');
  const names = columns ?? lines.shift()!.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    const cell = (name: string) => cells[names.indexOf(name)] ?? '';
    return {
      file: join(folder, cell('file')),
      speaker: cell('speaker') || cell('actor'),
      gender: genderOf(cell('gender')),
      age: cell('age'),
      language: cell('language'),
      text: cell('text'),
      kind: cell('kind') || cell('emotion'),
    };
  });
}

/** Corpora write `f` or `Female`. */
function genderOf(text: string): Recording['gender'] {
  const letter = text[0]?.toLowerCase();
  return letter === 'f' || letter === 'm' ? letter : '';
}

/** At most so many of them, evenly picked; with a shift between 0 and 1, others. */
export function evenly<T>(all: readonly T[], most: number, shift = 0): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, n) => all[Math.floor((n + shift) * step)]!);
}

export function bySpeaker(all: readonly Recording[]): Map<string, Recording[]> {
  const speakers = new Map<string, Recording[]>();
  for (const each of all) {
    const own = speakers.get(each.speaker);
    if (own) own.push(each);
    else speakers.set(each.speaker, [each]);
  }
  return speakers;
}
