import { table } from '../table.ts';
import { type BenchGrammar, benchGrammar, meaning } from './bench-grammar.ts';
import type { Ear, Hearing } from './ear.ts';
import { foundText } from './pairs.ts';
import { joinedDigits, read, type Utterance } from './utterances.ts';

const LENGTHS = [1, 4, 8] as const;

/** Digit strings, recognised freely and then matched, beside bound by the grammar: how many mean what was said. */
export async function printDigits(ear: Ear, clips: number): Promise<void> {
  console.log('\nDigit strings: sentences whose meaning is what was said');
  const any = await benchGrammar('digits', 'builtin:grammar/digits');
  const rows: (string | number)[][] = [];
  for (const length of LENGTHS) {
    const count = { 1: 5, 4: 2, 8: 1 }[length] * clips;
    rows.push(await rowOf(ear, `${length}, one speaker, joined`, joinedDigits(length, count), any, length));
  }
  const natural = read('read digits', clips).filter(({ text }) => text!.split(' ').length === 4);
  rows.push(await rowOf(ear, '4, read by learners and children', natural, any, 4));
  console.log(
    table([
      ['digits', 'strings', 'free, matched', 'bound', 'bound, length given', 'bound, refused'],
      ...rows,
    ]),
  );
}

async function rowOf(
  ear: Ear,
  name: string,
  utterances: readonly Utterance[],
  any: BenchGrammar,
  length: number,
): Promise<(string | number)[]> {
  const given = await benchGrammar(`length ${length}`, `builtin:grammar/digits?length=${length}`);
  let [free, bound, ofLength, refused] = [0, 0, 0, 0];
  for (const utterance of utterances) {
    const said = await meaning(any, utterance.text!);
    const hearing = await ear.hear(await utterance.samples());
    if (!hearing) continue;
    if ((await meaning(any, hearing.text)) === said) free++;
    const text = await accepted(ear, hearing, any);
    if (text === undefined) refused++;
    else if ((await meaning(any, text)) === said) bound++;
    const textOfLength = await accepted(ear, hearing, given);
    if (textOfLength !== undefined && (await meaning(any, textOfLength)) === said) ofLength++;
  }
  const share = (count: number) => `${((100 * count) / utterances.length).toFixed(1)} %`;
  return [name, utterances.length, share(free), share(bound), share(ofLength), share(refused)];
}

async function accepted(ear: Ear, hearing: Hearing, grammar: BenchGrammar): Promise<string | undefined> {
  const { found, accepted: isAccepted } = await ear.bound(hearing, [grammar]);
  return found && isAccepted ? foundText(found.sentence) : undefined;
}
