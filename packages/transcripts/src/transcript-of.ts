import type { Transcript, TranscriptSegment, TranscriptWord } from './transcript.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The transcript of what RECOGNIZE answers as JSON: the best alternative of every segment that has one. It reads
 * answers of other versions too, so members that are missing or of another type are left out.
 *
 * @example
 * const transcript = transcriptOf(await response.json());
 */
export function transcriptOf(answer: readonly unknown[]): Transcript {
  return { segments: answer.flatMap(segmentOf) };
}

function segmentOf(result: unknown): TranscriptSegment[] {
  const fields = fieldsOf(result);
  const best = fieldsOf(listOf(fields.alternatives)[0]);
  const text = textOf(best.text);
  if (text === '') return [];
  const start = secondsOf(fields.start_time, 0);
  const end = Math.max(start, secondsOf(fields.end_time, start));
  return [
    {
      start,
      end,
      text,
      ...scoreOf(best),
      ...speakerOf(fields),
      words: listOf(best.words).flatMap((word) => wordOf(word, start)),
    },
  ];
}

function wordOf(word: unknown, earliest: number): TranscriptWord[] {
  const fields = fieldsOf(word);
  const text = textOf(fields.text);
  if (text === '') return [];
  const start = secondsOf(fields.start_time, earliest);
  const end = Math.max(start, secondsOf(fields.end_time, start));
  return [{ text, start, end, ...scoreOf(fields), ...speakerOf(fields) }];
}

function scoreOf({ score }: Fields): { score?: number } {
  return typeof score === 'number' && Number.isFinite(score) ? { score } : {};
}

function speakerOf({ diarization_result }: Fields): { speaker?: string } {
  const speaker = textOf(fieldsOf(diarization_result).speaker);
  return speaker === '' ? {} : { speaker };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** A year: no recording is longer, and clocks can show it. */
const LATEST = 366 * 24 * 3600;

function secondsOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 && value <= LATEST ? value : otherwise;
}
