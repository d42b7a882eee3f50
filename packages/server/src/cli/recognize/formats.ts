import { toSrt, toText, toTsv, toVtt, transcriptOf } from '@locutor/transcripts';
import { InvalidArgumentError } from 'commander';
import type { RecognizedResult } from './file-recognizer.ts';

interface Format {
  /** Of files in it. */
  readonly extension: string;
  write(results: readonly RecognizedResult[]): string;
}

const asTranscript = (results: readonly RecognizedResult[]) => transcriptOf([...results]);

const FORMATS = {
  text: { extension: 'txt', write: (results) => toText(asTranscript(results)) },
  json: { extension: 'json', write: (results) => JSON.stringify(results) },
  srt: { extension: 'srt', write: (results) => toSrt(asTranscript(results)) },
  vtt: { extension: 'vtt', write: (results) => toVtt(asTranscript(results)) },
  tsv: { extension: 'tsv', write: (results) => toTsv(asTranscript(results)) },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

export const formatNames = Object.keys(FORMATS) as FormatName[];

export const formats: Readonly<Record<FormatName, Format>> = FORMATS;

/** The results in a format, as a file of its own: with a line end, unless there is nothing. */
export function written(results: readonly RecognizedResult[], format: FormatName): string {
  const text = formats[format].write(results);
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** For `--format`, which takes names separated by commas and may be repeated. */
export function readFormats(text: string, before: readonly FormatName[] | undefined): FormatName[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(FORMATS, name));
  if (unknown !== undefined) throw new InvalidArgumentError(`The formats are ${formatNames.join(', ')}.`);
  return [...new Set([...(before ?? []), ...(names as FormatName[])])];
}
