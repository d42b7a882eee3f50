import { stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { quote } from '../../errors/index.ts';
import { UsageError } from '../usage-error.ts';

/** One recording to recognise. */
export interface Input {
  /** As messages and JSON name it. */
  readonly name: string;
  /** A file, or undefined for standard input and the microphone. */
  readonly path?: string;
  /** The place of its outputs in a folder: a relative path, folders below the one that was named kept. */
  readonly place: string;
}

export const STANDARD_INPUT: Input = { name: 'standard input', place: 'stdin' };
export const MICROPHONE: Input = { name: 'microphone', place: 'microphone' };

/** What is taken for audio in a folder, by its name; a file that is named itself may be called anything. */
const EXTENSIONS = ['wav', 'wave', 'flac', 'mp3', 'ogg', 'oga', 'opus', 'webm', 'au', 'snd', 'gsm'];
const AUDIO_FILE = new RegExp(`\\.(${EXTENSIONS.join('|')})$`, 'i');

/**
 * The recordings that arguments mean, each once: files, all audio files in folders and below, files that match a
 * pattern, and `-` for standard input. A file that does not exist is left to fail by itself among the others.
 */
export async function findInputs(args: readonly string[]): Promise<Input[]> {
  const found: Input[] = [];
  for (const arg of args) found.push(...(await inputsOf(arg)));
  const seen = new Set<string>();
  return found.filter(({ path }) => {
    const key = path === undefined ? '-' : resolve(path);
    return !seen.has(key) && seen.add(key);
  });
}

async function inputsOf(arg: string): Promise<Input[]> {
  if (arg === '-') return [STANDARD_INPUT];
  const info = await stat(arg).catch(() => undefined);
  if (info?.isDirectory()) return inFolder(arg);
  if (info === undefined && isDynamicPattern(arg)) return matching(arg);
  return [{ name: arg, path: arg, place: basename(arg) }];
}

async function inFolder(folder: string): Promise<Input[]> {
  const files = await glob('**', { cwd: folder, expandDirectories: false, followSymbolicLinks: false });
  const audio = files.filter((file) => AUDIO_FILE.test(file)).sort();
  if (audio.length === 0) {
    throw new UsageError(`the folder ${quote(folder)} has no audio file (${EXTENSIONS.join(', ')})`);
  }
  return audio.map((file) => ({ name: join(folder, file), path: join(folder, file), place: file }));
}

async function matching(pattern: string): Promise<Input[]> {
  const files = await glob(pattern, {
    absolute: isAbsolute(pattern),
    expandDirectories: false,
    followSymbolicLinks: false,
  });
  if (files.length === 0) throw new UsageError(`no file matches ${quote(pattern)}`);
  const parts = pattern.split('/');
  const base = parts
    .slice(
      0,
      parts.findIndex((part) => isDynamicPattern(part)),
    )
    .join('/');
  return files
    .sort()
    .map((path) => ({ name: path, path, place: relative(base || (isAbsolute(pattern) ? '/' : '.'), path) }));
}
