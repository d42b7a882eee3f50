import type { SpeakerTurn } from '@locutor/contract';
import type { Turn } from './error-rate.ts';

/** Why a word at a turn change has the wrong speaker. */
export type WordCause = 'speaker not found' | 'turn confused' | 'edge of the turn' | 'cut of the segment';
export const wordCauses: readonly WordCause[] = [
  'speaker not found',
  'turn confused',
  'edge of the turn',
  'cut of the segment',
];

/**
 * Of a word of the turn `of` that has the wrong speaker: nobody was found who is its speaker; most of its turn was taken for
 * another's; only the moment of the word was; or even that moment is right, and only the segment ends elsewhere.
 */
export function wordCause(
  of: Turn,
  middle: number,
  found: readonly SpeakerTurn[],
  mapping: ReadonlyMap<Turn['speaker'], Turn['speaker']>,
): WordCause {
  if (![...mapping.values()].includes(of.speaker)) return 'speaker not found';
  const isOwn = ({ speaker }: SpeakerTurn) => mapping.get(speaker) === of.speaker;
  const common = ({ start, end }: SpeakerTurn) =>
    Math.max(0, Math.min(end, of.end) - Math.max(start, of.start));
  const seconds = (turns: readonly SpeakerTurn[]) => turns.reduce((sum, turn) => sum + common(turn), 0);
  if (seconds(found.filter(isOwn)) < seconds(found) / 2) return 'turn confused';
  const isRight = found.some((turn) => isOwn(turn) && turn.start < middle && middle < turn.end);
  return isRight ? 'cut of the segment' : 'edge of the turn';
}
