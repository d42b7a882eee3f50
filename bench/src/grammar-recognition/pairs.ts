import { actedSentences } from '../corpora/texts.ts';
import { compare, comparedWords } from '../word-errors.ts';
import { type BenchGrammar, benchGrammar, meaning, phrases } from './bench-grammar.ts';
import { directory, names, spelled } from './directory.ts';
import type { Found, Hypothesis } from './engine-bound.ts';
import type { FreeRecognition, GrammarRecognizer } from './grammar-recognizer.ts';
import { acted, alphanumeric, joinedDigits, read, readers, type Utterance } from './utterances.ts';

/** An utterance bound by a grammar. */
export interface Pair {
  kind: Utterance['kind'];
  half: Utterance['half'];
  speaker: string;
  grammar: string;
  /** Whether what was said is a sentence of the grammar. */
  inside: boolean;
  /** Whether the sentence found means what was said. */
  right: boolean;
  /** What free recognition found. */
  hypothesis: Hypothesis;
  found: Found | undefined;
  accepted: boolean;
  chance: number;
  freeMs: number;
  boundMs: number;
  said: string | undefined;
  recognized: string;
}

const COMMANDS = 30;
const NAMES = 10_000;
/** Of the grammars that an utterance is outside of, so many are tried with it. */
const OUTSIDE = 3;

/** Many utterances, each bound by the grammars it is a sentence of and by some of those it is not. */
export async function recognizePairs(recognizer: GrammarRecognizer, count: number): Promise<Pair[]> {
  const utterances = [
    ...joinedDigits(1, count),
    ...joinedDigits(4, count),
    ...joinedDigits(8, Math.ceil(count / 2)),
    ...read('read digits', count),
    ...read('sentence', 2 * count),
    ...acted(count),
    ...alphanumeric('name').slice(0, count),
    ...alphanumeric('phone number').slice(0, Math.ceil(count / 2)),
    ...alphanumeric('address').slice(0, Math.ceil(count / 2)),
    ...readers(Math.ceil(count / 2)),
  ];
  const grammars = await grammarsFor(utterances);
  const pairs: Pair[] = [];
  for (const [n, utterance] of utterances.entries()) {
    const free = await recognizer.recognize(await utterance.samples());
    if (!free || isMislabeled(utterance, free)) continue;
    const inside = grammars.filter((grammar) => accepts(grammar, utterance));
    const outside = grammars.filter((grammar) => !accepts(grammar, utterance));
    const tried = outside.filter((_, at) => (at + 5 * n) % outside.length < OUTSIDE);
    for (const grammar of [...inside, ...tried]) {
      pairs.push(await pairOf(recognizer, utterance, free, grammar, inside.includes(grammar)));
    }
  }
  return pairs;
}

async function grammarsFor(utterances: readonly Utterance[]): Promise<BenchGrammar[]> {
  const sentences = utterances.flatMap(({ kind, text }) => (kind === 'sentence' ? [text!] : []));
  const people = utterances.flatMap(({ kind, text }) => (kind === 'name' ? [text!] : []));
  const menus: BenchGrammar[] = [];
  for (let at = 0; at < sentences.length; at += COMMANDS - 1) {
    // One of the two acted sentences is in a menu, and the other sounds like it.
    const menu = [...sentences.slice(at, at + COMMANDS - 1), actedSentences[menus.length % 2]!];
    menus.push(await phrases(`menu ${menus.length + 1}`, menu));
  }
  return [
    ...(await Promise.all(
      ['digits', 'digits?length=4', 'boolean', 'number', 'date'].map((name) =>
        benchGrammar(name, `builtin:grammar/${name}`),
      ),
    )),
    ...menus,
    await directory('directory', names(NAMES, people)),
    await directory('other directory', names(NAMES, [], new Set(people))),
  ];
}

function accepts({ compiled }: BenchGrammar, { kind, text }: Utterance): boolean {
  if (text === undefined) return false;
  return compiled.accepts(text) || (kind === 'name' && compiled.accepts(spelled(text)));
}

/** Some recordings are not of the text they came with. */
function isMislabeled({ kind, text }: Utterance, { text: recognized }: FreeRecognition): boolean {
  if (text === undefined || !['name', 'phone number', 'address'].includes(kind)) return false;
  const letters = (each: string) => [...comparedWords(each).join('')];
  const said = letters(text);
  return compare(said, letters(recognized)).errors > said.length / 2;
}

export async function pairOf(
  recognizer: GrammarRecognizer,
  utterance: Utterance,
  free: FreeRecognition,
  grammar: BenchGrammar,
  inside: boolean,
): Promise<Pair> {
  const { kind, half, speaker, text: said } = utterance;
  const { hypothesis, text: recognized, freeMs } = free;
  const bound = await recognizer.bind(free, [grammar]);
  const { found } = bound;
  const right = inside && found !== undefined && (await meansWhatWasSaid(grammar, utterance, found));
  return {
    ...{ kind, half, speaker, grammar: grammar.name, inside, right, hypothesis, said, recognized, freeMs },
    ...bound,
  };
}

export async function meansWhatWasSaid(
  grammar: BenchGrammar,
  { kind, text }: Utterance,
  { sentence }: Found,
): Promise<boolean> {
  const found = await meaning(grammar, foundText(sentence));
  const spoken = await meaning(grammar, text!);
  return found === spoken || (kind === 'name' && found === (await meaning(grammar, spelled(text!))));
}

export function foundText({ words }: Found['sentence']): string {
  return words.map(({ word }) => word).join(' ');
}
