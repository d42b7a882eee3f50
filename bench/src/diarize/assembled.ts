import { assemble, type Conversation } from './assemble.ts';
import type { Half, Person } from './people.ts';

export interface ConversationSet {
  name: string;
  overlap: boolean;
  conversations: Conversation[];
}

const MOST_SPEAKERS = 6;
/** About so many seconds each, as far as the people have something to say. */
const SECONDS = 60;

/** Conversations of one to six people of one corpus each, without and with overlap. */
export function conversationSets(
  corpora: ReadonlyMap<string, readonly Person[]>,
  half: Half,
  each: number,
): ConversationSet[] {
  const first = half === 'tuned' ? 0 : 100_000;
  return [...corpora].flatMap(([corpus, people]) =>
    [false, true].map((overlap) => {
      const conversations: Conversation[] = [];
      // One person alone interrupts nobody.
      for (let speakers = overlap ? 2 : 1; speakers <= MOST_SPEAKERS; speakers++) {
        for (let n = 1; n <= each; n++) {
          const seed = first + 1000 * speakers + n + (overlap ? 500 : 0) + (corpus === 'speech-en' ? 0 : 77);
          conversations.push(assemble(people, { seed, speakers, overlap, seconds: SECONDS }));
        }
      }
      return { name: `${corpus}, ${overlap ? 'overlapping' : 'in turns'}`, overlap, conversations };
    }),
  );
}
