import { recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { hashOf, isHeldOut } from '../corpora/speakers.ts';
import { type BenchGrammar, phrases } from './bench-grammar.ts';
import type { GrammarRecognizer } from './grammar-recognizer.ts';
import { type Pair, pairOf } from './pairs.ts';
import type { Utterance } from './utterances.ts';

const COMMANDS = 30;
/** Of the menus that a sentence is not in, so many are tried with it. */
const OUTSIDE = 1;
/** In a sentence that was not said, but is like it, every third word is another. */
const CHANGED = 3;

/**
 * Sentences that people read at home in a language, so many, each bound by
 * the menu it is in, by one it is not in, and by one with a sentence that is like it.
 */
export async function recognizeMenuPairs(
  recognizer: GrammarRecognizer,
  language: string,
  count: number,
): Promise<Pair[]> {
  const utterances = readAtHome(language);
  const menus: BenchGrammar[] = [];
  for (let at = 0; at < utterances.length; at += COMMANDS) {
    const texts = utterances.slice(at, at + COMMANDS).map(({ text }) => text!);
    menus.push(await phrases(`menu ${language} ${menus.length + 1}`, texts, language));
  }
  const pairs: Pair[] = [];
  for (const [n, utterance] of utterances.slice(0, count).entries()) {
    const free = await recognizer.recognize(await utterance.samples(), language);
    if (!free) continue;
    const inside = menus.filter(({ compiled }) => compiled.accepts(utterance.text!));
    const outside = menus.filter((menu) => !inside.includes(menu));
    const tried = outside.filter((_, at) => (at + n) % outside.length < OUTSIDE);
    const others = utterances.slice(n + 1, n + COMMANDS).map(({ text }) => text!);
    const changed = [changedText(utterance.text!, others[0]!), ...others];
    tried.push(await phrases(`changed ${language} ${n}`, changed, language));
    for (const menu of [...inside, ...tried]) {
      pairs.push(await pairOf(recognizer, utterance, free, menu, menu.compiled.accepts(utterance.text!)));
    }
  }
  return pairs;
}

function changedText(text: string, other: string): string {
  const others = other.split(' ');
  return text
    .split(' ')
    .map((word, at) => (at % CHANGED === 1 ? others[at % others.length]! : word))
    .join(' ');
}

function readAtHome(language: string): Utterance[] {
  return recordings('common-voice')
    .filter((each) => each.language === language)
    .toSorted((a, b) => hashOf(a.file) - hashOf(b.file))
    .map(({ file, speaker, text }) => ({
      kind: 'sentence',
      // Its speakers have numbers, as those of the digits.
      half: isHeldOut(`cv${speaker}`) ? 'check' : 'tuning',
      speaker: `cv${speaker}`,
      text: text.replace(/[^\p{L}\p{M}\p{N}'’]+/gu, ' ').trim(),
      samples: () => samplesOf(file),
    }));
}
