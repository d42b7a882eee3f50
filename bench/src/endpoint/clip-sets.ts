import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const data = join(import.meta.dirname, '../../../../shared/data');

/** Index files by set; the file names in them count from the folder given. */
const INDEXES = {
  'speech-en': ['speech-en/index.tsv', 'speech-en'],
  'digits-en': ['digits-en/index.tsv', 'digits-en'],
  'readers-en': ['readers-en/index.tsv', 'readers-en'],
  'alphanumeric-en': ['alphanumeric-en-index.tsv', ''],
  'speech-pt': ['speech-pt/index.tsv', 'speech-pt'],
  noise: ['noise-index.tsv', ''],
} as const;

export type ClipSet = keyof typeof INDEXES;
export const clipSets = Object.keys(INDEXES) as ClipSet[];

/** Paths of at most so many clips of a set, evenly picked; none where the recordings are not on this machine. */
export function clipsOf(set: ClipSet, most: number): string[] {
  const [index, folder] = INDEXES[set];
  if (!existsSync(join(data, index))) return [];
  const rows = readFileSync(join(data, index), 'utf8').trim().split('\n');
  const files = rows.map((row) => row.split('\t')[0]!).filter((file) => file !== 'file');
  const step = Math.max(1, files.length / most);
  const picked = Array.from({ length: Math.min(most, files.length) }, (_, n) => files[Math.floor(n * step)]!);
  return picked.map((file) => join(data, folder, file));
}
