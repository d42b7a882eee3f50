import type { RecognizedSegment, SpeakerTurn } from '@locutor/contract';
import { dominantSpeakers, speakerChanges } from '@locutor/engine';
import { type InProcessEngine, requestFor } from '../recognize/in-process.ts';
import type { Conversation } from './assemble.ts';
import { speakerMapping, type Turn } from './error-rate.ts';
import { withSpeakers } from './server-speakers.ts';
import { type WordCause, wordCause } from './word-causes.ts';

export interface WordsAtChanges {
  right: number;
  all: number;
  /** Of each that is wrong, why. */
  causes: WordCause[];
}

/** Whether the first and the last word of every turn go to the speaker of the turn, by the words that were recognised. */
export async function wordsAtChanges(
  { samples, turns: truth }: Conversation,
  found: readonly SpeakerTurn[],
  engine: InProcessEngine,
): Promise<WordsAtChanges> {
  const stretches = dominantSpeakers(found);
  const request = { ...requestFor({ samples }, 'moonshine-base'), speakerChanges: speakerChanges(stretches) };
  const segments = await engine.recognizer.recognize(request);
  const results = withSpeakers(segments.map(resultOf), stretches, String);
  const mapping = speakerMapping(truth, found);
  const words = results.flatMap(({ alternatives }) => alternatives[0]?.words ?? []);
  const counts: WordsAtChanges = { right: 0, all: 0, causes: [] };
  for (const turn of wholeTurns(truth)) {
    const { start, end, speaker } = turn;
    const own = words.filter(({ start_time, end_time }) => {
      const middle = (start_time + end_time) / 2;
      return middle > start && middle < end && speakersAt(truth, middle) === 1;
    });
    for (const word of own.length > 1 ? [own[0]!, own.at(-1)!] : own) {
      counts.all += 1;
      if (mapping.get(Number(word.diarization_result?.speaker)) === speaker) counts.right += 1;
      else counts.causes.push(wordCause(turn, (word.start_time + word.end_time) / 2, found, mapping));
    }
  }
  return counts;
}

function resultOf({ start, end, alternatives }: RecognizedSegment) {
  const words = (alternatives[0]?.words ?? []).map((word) => ({
    text: word.text,
    score: 0,
    start_time: word.start,
    end_time: word.end,
  }));
  const only = {
    index: 0,
    text: '',
    score: 0,
    lm: '',
    interpretations: [],
    interpretation_scores: [],
    words,
  };
  return {
    alternatives: [only],
    result_status: 'RECOGNIZED' as const,
    segment_index: 0,
    last_segment: true,
    final_result: true,
    start_time: start,
    end_time: end,
  };
}

/** What one person says until another does. */
function wholeTurns(truth: readonly Turn[]): Turn[] {
  const whole: Turn[] = [];
  for (const turn of truth.toSorted((a, b) => a.start - b.start)) {
    const last = whole.at(-1);
    if (last?.speaker === turn.speaker) last.end = Math.max(last.end, turn.end);
    else whole.push({ ...turn });
  }
  return whole;
}

function speakersAt(truth: readonly Turn[], time: number): number {
  return truth.filter(({ start, end }) => start < time && time < end).length;
}
