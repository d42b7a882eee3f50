import { someNoises } from '../corpora/samples.ts';
import { conditions } from '../endpoint/conditions.ts';
import { table } from '../table.ts';
import { withNoise } from '../word-times/join-cuts.ts';
import { type BenchGrammar, benchGrammar, meaning } from './bench-grammar.ts';
import type { FreeRecognition, GrammarRecognizer } from './grammar-recognizer.ts';
import { foundText } from './pairs.ts';
import { joinedDigits, read, type Utterance } from './utterances.ts';

const LENGTHS = [1, 4, 8] as const;
const NOISE_DB = 10;

/** Digit strings, recognised freely and then matched, beside bound by the grammar: how many mean what was said. */
export async function printDigits(recognizer: GrammarRecognizer, clips: number): Promise<void> {
  console.log('\nDigit strings: sentences whose meaning is what was said');
  const any = await benchGrammar('digits', 'builtin:grammar/digits');
  const rows: (string | number)[][] = [];
  for (const length of LENGTHS) {
    const count = { 1: 30, 4: 2, 8: 1 }[length] * clips;
    rows.push(
      await rowOf(recognizer, `${length}, one speaker, joined`, joinedDigits(length, count), any, length),
    );
  }
  for (const [name, length, utterances] of await harder(clips)) {
    rows.push(await rowOf(recognizer, `${length}, ${name}`, utterances, any, length));
  }
  console.log(
    table([
      ['digits', 'strings', 'free, matched', 'bound', 'bound, length given', 'bound, refused'],
      ...rows,
    ]),
  );
}

/** Other speakers, pauses, lines and rooms. */
async function harder(clips: number): Promise<[string, number, Utterance[]][]> {
  const real = await someNoises();
  const telephone = conditions['telephone, 8 kHz G.711']!;
  const noisy = (samples: Float32Array, n: number) => withNoise(samples, real[n % real.length]!, NOISE_DB);
  const changed = (length: number, change: (samples: Float32Array, n: number) => Float32Array) =>
    joinedDigits(length, clips).map((utterance, n) => ({
      ...utterance,
      samples: async () => change(await utterance.samples(), n),
    }));
  const natural = read('read digits', Number.POSITIVE_INFINITY);
  return [
    ['pauses of up to 0.5 s', 4, joinedDigits(4, clips, 0.5)],
    ...[4, 8].flatMap((length): [string, number, Utterance[]][] => [
      ['telephone, G.711', length, changed(length, (samples) => telephone(samples))],
      ...(real.length > 0
        ? [[`noises, ${NOISE_DB} dB`, length, changed(length, noisy)] as [string, number, Utterance[]]]
        : []),
    ]),
    ...[3, 4].map((length): [string, number, Utterance[]] => [
      'read by learners and children',
      length,
      natural.filter(({ text }) => text!.split(' ').length === length),
    ]),
  ];
}

async function rowOf(
  recognizer: GrammarRecognizer,
  name: string,
  utterances: readonly Utterance[],
  any: BenchGrammar,
  length: number,
): Promise<(string | number)[]> {
  const given = await benchGrammar(`length ${length}`, `builtin:grammar/digits?length=${length}`);
  let [matched, bound, ofLength, refused] = [0, 0, 0, 0];
  for (const utterance of utterances) {
    const said = await meaning(any, utterance.text!);
    const free = await recognizer.recognize(await utterance.samples());
    if (!free) continue;
    if ((await meaning(any, free.text)) === said) matched++;
    const text = await accepted(recognizer, free, any);
    if (text === undefined) refused++;
    else if ((await meaning(any, text)) === said) bound++;
    const textOfLength = await accepted(recognizer, free, given);
    if (textOfLength !== undefined && (await meaning(any, textOfLength)) === said) ofLength++;
  }
  const share = (count: number) => `${((100 * count) / utterances.length).toFixed(1)} %`;
  return [name, utterances.length, share(matched), share(bound), share(ofLength), share(refused)];
}

async function accepted(
  recognizer: GrammarRecognizer,
  free: FreeRecognition,
  grammar: BenchGrammar,
): Promise<string | undefined> {
  const { found, accepted: isAccepted } = await recognizer.bind(free, [grammar]);
  return found && isAccepted ? foundText(found.sentence) : undefined;
}
