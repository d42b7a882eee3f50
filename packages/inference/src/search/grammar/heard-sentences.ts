import type { MatchState } from '@locutor/grammar';
import { SoundPrefix } from '../../sounds/sound-prefix.ts';
import type { SoundReader } from '../../sounds/sound-reader.ts';
import type { SoundReading } from '../../sounds/sound-reading.ts';
import { type Ways, waysToSound } from '../../sounds/ways-to-sound.ts';
import { type SoundLack, soundsUnlike } from './acceptance.ts';
import type { GuideMemory } from './guide-memory.ts';
import { soundLack } from './heard-as.ts';
import type { BoundGrammar } from './threads.ts';

/** A sentence of a grammar, by its sounds. */
export interface HeardSentence {
  readonly lm: number;
  readonly words: readonly string[];
  readonly lack: SoundLack;
}

/** The beginning of a sentence, and how well its sounds fit what was heard so far. */
interface Beginning {
  readonly bound: BoundGrammar;
  readonly state: MatchState;
  readonly words: readonly string[];
  readonly sounds: number;
  readonly prefix: SoundPrefix;
  readonly lack: number;
}

/** Beginnings that are followed at once, and by how much worse than the best one they may fit. */
const MOST_BEGINNINGS = 8;
const FURTHEST = 15;
/** Of a grammar in which more words may come next nothing is searched for: it would take too long. */
const MOST_WORDS = 200;
/** Beginnings that are tried in all: about a second. */
const MOST_TRIED = 20_000;
/** Words whose sounds are found out between two looks whether the request has been canceled: unknown ones take 4 ms each. */
const WORDS_AT_ONCE = 20;
/** The same word in figures has the same sounds. */
const FIGURE = /\p{N}/u;

interface Tools {
  readonly reader: SoundReader;
  readonly memory: GuideMemory;
  readonly checkpoint: () => Promise<void>;
}

/** The sentences of small grammars that sound most like what was heard, best first. */
export async function heardSentences(
  reading: SoundReading,
  grammars: readonly BoundGrammar[],
  { most, ...tools }: Tools & { most: number },
): Promise<HeardSentence[]> {
  const whole: HeardSentence[] = [];
  let tried = 0;
  const prefix = SoundPrefix.of(reading);
  let beginnings: Beginning[] = grammars.map((bound) => {
    const state = tools.memory.start(bound.grammar);
    return { bound, state, words: [], sounds: 0, prefix, lack: 0 };
  });
  while (beginnings.length > 0) {
    const longerOnes: Beginning[] = [];
    for (const each of beginnings) {
      await tools.checkpoint();
      longerOnes.push(...longer(each, await nextWords(each, tools)));
    }
    tried += longerOnes.length;
    if (tried > MOST_TRIED) break;
    const next = distinct(longerOnes.sort((a, b) => a.lack - b.lack));
    const least = next[0]?.lack ?? 0;
    beginnings = next
      .slice(0, MOST_BEGINNINGS)
      .filter(({ lack, sounds }) => lack < least + FURTHEST && !soundsUnlike({ logProb: lack, sounds }));
    for (const { bound, words, sounds, state, prefix } of beginnings) {
      if (!bound.grammar.isFinal(state)) continue;
      const lack = soundLack(reading, prefix, sounds);
      if (!soundsUnlike(lack)) whole.push({ lm: bound.lm, words, lack });
    }
  }
  return whole.sort((a, b) => a.lack.logProb - b.lack.logProb).slice(0, most);
}

/** The best of those that have the same words, said in different ways. */
function distinct(sorted: readonly Beginning[]): Beginning[] {
  const texts = new Set<string>();
  return sorted.filter(({ bound, words }) => {
    const text = `${bound.lm} ${words.join(' ')}`;
    const isNew = !texts.has(text);
    texts.add(text);
    return isNew;
  });
}

/** With every word that may follow. */
function longer({ bound, words, sounds, prefix }: Beginning, next: readonly NextWord[]): Beginning[] {
  const known = new Map<string, SoundPrefix>();
  return next.flatMap(({ word, ways, after }) =>
    ways.map((way): Beginning => {
      // "Oh" and "o" sound the same.
      const key = way.join();
      const own = known.get(key) ?? prefix.with(way);
      known.set(key, own);
      return {
        ...{ bound, state: after, prefix: own, lack: own.leastLack },
        ...{ words: [...words, word], sounds: sounds + way.length },
      };
    }),
  );
}

interface NextWord {
  readonly word: string;
  readonly ways: Ways;
  readonly after: MatchState;
}

const known = new WeakMap<MatchState, readonly NextWord[]>();

/** The words that may follow; none where there are many, or any. */
async function nextWords(
  { bound: { grammar }, state }: Beginning,
  { reader, memory, checkpoint }: Tools,
): Promise<readonly NextWord[]> {
  const kept = known.get(state);
  if (kept) return kept;
  const { any, sets } = grammar.expected(state);
  const count = sets.reduce((sum, set) => sum + set.size, 0);
  const next: NextWord[] = [];
  for (const word of any || count > MOST_WORDS ? [] : new Set(sets.flatMap((set) => [...set]))) {
    const after = FIGURE.test(word) ? undefined : grammar.advance(state, word);
    if (!after) continue;
    for (const form of grammar.forms(word)) {
      if (next.length % WORDS_AT_ONCE === 0) await checkpoint();
      next.push({
        word: form,
        ways: waysToSound(reader, form),
        after: memory.representative(grammar, after),
      });
    }
  }
  known.set(state, next);
  return next;
}
