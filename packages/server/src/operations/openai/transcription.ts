import { deflateSync } from 'node:zlib';
import { separatorBetween, type TranscriptSegment, transcriptOf, wholeText } from '@locutor/transcripts';
import type { RecognitionResult } from '../results/result.ts';
import { languageName } from './language-name.ts';
import type { Wanted } from './wanted.ts';

/** A chance of zero has no logarithm; scores are whole percents. */
const LEAST_SCORE = 0.5;
const logOf = (score: number) => Math.log(Math.max(score, LEAST_SCORE) / 100);

const usage = (seconds: number) => ({ type: 'duration' as const, seconds: Math.ceil(seconds) });

/** The plain form: the text, and how sure each word is where that was asked for. */
export function plainAnswer(results: readonly RecognitionResult[], seconds: number, { logprobs }: Wanted) {
  const transcript = transcriptOf(results);
  return {
    text: wholeText(transcript),
    ...(logprobs && { logprobs: logprobsOf(transcript.segments) }),
    usage: usage(seconds),
  };
}

/** Words stand for tokens: their scores are chances of being right. */
export function logprobsOf(segments: readonly TranscriptSegment[], textBefore = '') {
  let before = textBefore;
  return segments.flatMap(({ words }) =>
    words.map(({ text, score = 0 }) => {
      const token = separatorBetween(before, text) + text;
      before = text;
      return { token, bytes: [...Buffer.from(token)], logprob: logOf(score) };
    }),
  );
}

/** With segments and, where they were asked for, words. */
export function verboseAnswer(results: readonly RecognitionResult[], seconds: number, wanted: Wanted) {
  const transcript = transcriptOf(results);
  const { granularities, temperature } = wanted;
  return {
    task: 'transcribe' as const,
    language: languageName(wanted.language ?? mainLanguage(results)),
    duration: seconds,
    text: wholeText(transcript),
    ...(granularities.includes('word') && {
      words: transcript.segments.flatMap(({ words }) =>
        words.map(({ text, start, end }) => ({ word: text, start, end })),
      ),
    }),
    ...(granularities.includes('segment') && {
      segments: transcript.segments.map(({ text, start, end, score = 0 }, id) => ({
        id,
        seek: Math.round(start * 100),
        start,
        end,
        // Clients join the texts of segments as they are.
        text: separatorBetween('a', text) + text,
        tokens: [],
        temperature,
        avg_logprob: logOf(score),
        compression_ratio: compressionRatio(text),
        no_speech_prob: 0,
      })),
    }),
    usage: usage(seconds),
  };
}

/** As Whisper measures it: text that repeats itself compresses well. */
function compressionRatio(text: string): number {
  const bytes = Buffer.from(text);
  return bytes.length / deflateSync(bytes).length;
}

/** The language of most of the text, where it was detected. */
function mainLanguage(results: readonly RecognitionResult[]): string {
  const lengths = new Map<string, number>();
  for (const { alternatives } of results) {
    const [best] = alternatives;
    const language = best && /^builtin:slm\/(\w+)$/.exec(best.lm)?.[1];
    if (language) lengths.set(language, (lengths.get(language) ?? 0) + best.text.length);
  }
  return [...lengths].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'und';
}

/** One segment with its speaker; the segments of a streamed answer are the same. */
export function diarizedSegment({ text, start, end, speaker = '1' }: TranscriptSegment, index: number) {
  return {
    type: 'transcript.text.segment' as const,
    id: segmentId(index),
    start,
    end,
    text,
    speaker: speakerLetter(speaker),
  };
}

export function segmentId(index: number): string {
  return `seg_${String(index).padStart(3, '0')}`;
}

export function diarizedAnswer(results: readonly RecognitionResult[], seconds: number) {
  const transcript = transcriptOf(results);
  return {
    task: 'transcribe' as const,
    duration: seconds,
    text: wholeText(transcript),
    segments: transcript.segments.map(diarizedSegment),
    usage: usage(seconds),
  };
}

/** Speakers without a name are A, B and so on; after Z comes AA. */
export function speakerLetter(speaker: string): string {
  if (!/^\d+$/.test(speaker)) return speaker;
  let letters = '';
  for (let rest = Number(speaker); rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
