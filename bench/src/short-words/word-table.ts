import { digitNames } from '../corpora/texts.ts';
import { type BenchGrammar, phrases } from '../grammar-recognition/bench-grammar.ts';
import { table } from '../table.ts';
import type { KokoroWords } from './kokoro-words.ts';
import { noiseClips } from './noises.ts';
import type { BenchRecognizer } from './recognizer.ts';
import { percent } from './share.ts';
import { digitWords, letters, menu, type ShortWord, spokenWords } from './words.ts';

/** Words cut tightly: right, refused and wrong, as the engine decides and with the threshold at 0. */
export async function printWords(
  recognizer: BenchRecognizer,
  { kokoro, spelled }: { kokoro: KokoroWords; spelled: readonly ShortWord[] },
  clips: number,
): Promise<void> {
  const digits = await phrases('digits', digitNames);
  const yesNo = ['yes', 'no'];
  const grammars = [
    await phrases('yes-no', yesNo),
    await phrases('letters', letters),
    await phrases('menu', menu),
  ] as const;
  const sets: [string, readonly ShortWord[], BenchGrammar][] = [
    ['digits, people', await digitWords(clips), digits],
    ['letters, people', spelled, grammars[1]],
    ['yes, no, espeak-ng', await spokenWords(yesNo, 24), grammars[0]],
    ['letters, espeak-ng', await spokenWords(letters, 4), grammars[1]],
    ['menu, espeak-ng', await spokenWords(menu, 10), grammars[2]],
    ['yes, no, Kokoro', await kokoro.words(yesNo, 24), grammars[0]],
    ['letters, Kokoro', await kokoro.words(letters, 4), grammars[1]],
    ['menu, Kokoro', await kokoro.words(menu, 10), grammars[2]],
  ];
  const rows: (string | number)[][] = [];
  for (const [name, words, grammar] of sets) {
    for (const half of ['tuning', 'check'] as const) {
      const own = words.filter((word) => word.half === half);
      if (own.length === 0) continue;
      rows.push([
        name,
        half,
        own.length,
        ...(await outcomes(recognizer, own, grammar)),
        ...(await outcomes(recognizer, own, grammar, 0)),
      ]);
    }
  }
  console.log('\nWords cut tightly, 8 kHz and G.711, peaks from -35 to -3 dB, by a grammar of the words');
  console.log(
    table([
      ['words', 'half', 'clips', 'right', 'refused', 'wrong', 'at 0: right', 'refused', 'wrong'],
      ...rows,
    ]),
  );
}

async function outcomes(
  recognizer: BenchRecognizer,
  words: readonly ShortWord[],
  grammar: BenchGrammar,
  leastChance?: number,
): Promise<string[]> {
  let [right, refused] = [0, 0];
  for (const { word, samples } of words) {
    const found = await recognizer.sentence(samples, grammar, leastChance);
    if (found === undefined) refused += 1;
    else if (found === word) right += 1;
  }
  return [right, refused, words.length - right - refused].map((count) => percent(count, words.length));
}

/** How often a grammar of yes and no accepts digits, and grammars of single words noises. */
export async function printYesNo(recognizer: BenchRecognizer, clips: number): Promise<void> {
  const lists = { 'yes, no': ['yes', 'no'], digits: digitNames, letters, menu };
  const grammars: [string, BenchGrammar][] = [];
  for (const [name, words] of Object.entries(lists)) grammars.push([name, await phrases(name, words)]);
  const rows: (string | number)[][] = [];
  const all = [['digits', await digitWords(clips)] as const, ...(await noiseClips())];
  for (const [kind, both] of all) {
    for (const half of ['tuning', 'check'] as const) {
      const own = both.filter((clip) => clip.half === half);
      const shares: string[] = [];
      for (const [name, grammar] of grammars) {
        // Of digits only the first grammar has none.
        if (kind === 'digits' && name !== 'yes, no') continue;
        let accepted = 0;
        for (const { samples } of own) {
          if ((await recognizer.sentence(samples, grammar)) !== undefined) accepted += 1;
        }
        shares.push(percent(accepted, own.length));
      }
      rows.push([kind, half, own.length, ...shares]);
    }
  }
  console.log('\nAccepted by grammars');
  console.log(table([['audio', 'half', 'clips', ...grammars.map(([name]) => name)], ...rows]));
}
