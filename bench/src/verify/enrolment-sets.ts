import type { Agreement, VoiceScorer } from '@locutor/voices';
import type { EmbeddedRecording } from './accuracy-embed.ts';

/** How well the clips of enrolments agree. */
export interface Enrolments {
  /** Of one person. */
  readonly one: readonly Agreement[];
  /** Half of the clips of another person, rounded down. */
  readonly two: readonly Agreement[];
  /** One clip of another person. */
  readonly stray: readonly Agreement[];
}

type Clip = EmbeddedRecording['utterances'];

/** Every person with so many clips, beginning with each, and with clips of three others in their place. */
export function enrolments(
  embedded: readonly EmbeddedRecording[],
  count: number,
  scorer: Pick<VoiceScorer, 'consistency'>,
): Enrolments {
  const people = [...clipsByPerson(embedded).values()].filter((clips) => clips.length >= count);
  const score = (clips: readonly Clip[]) => scorer.consistency(clips.flat());
  const [one, two, stray]: Agreement[][] = [[], [], []];
  for (const [person, clips] of people.entries()) {
    for (const first of clips.keys()) {
      const own = Array.from({ length: count }, (_, n) => clips[(first + n) % clips.length]!);
      one!.push(score(own));
      if (first % 2 === 1) continue;
      const other = people[(person + 1 + 5 * first) % people.length]!;
      if (other === clips) continue;
      const half = Math.floor(count / 2);
      two!.push(score([...own.slice(half), ...other.slice(0, half)]));
      stray!.push(score([...own.slice(1), other[0]!]));
    }
  }
  return { one: one!, two: two!, stray: stray! };
}

function clipsByPerson(embedded: readonly EmbeddedRecording[]): Map<string, Clip[]> {
  const people = new Map<string, Clip[]>();
  for (const { speaker, utterances } of embedded) {
    if (!utterances.some(({ voice }) => voice)) continue;
    people.set(speaker, [...(people.get(speaker) ?? []), utterances]);
  }
  return people;
}
