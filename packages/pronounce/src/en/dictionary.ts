import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { StringTable } from './string-table.ts';

const OWN = new Map<string, string>([
  // The dictionary has these wrong, only as other words, or not at all.
  ['locutor', 'L OW1 K Y AH0 T ER0'],
  ['kokoro', 'K OW1 K ER0 OW0'],
  ['internet', 'IH1 N T ER0 N EH2 T'],
  ['youtube', 'Y UW1 T UW2 B'],
  ['google', 'G UW1 G AH0 L'],
  ['facebook', 'F EY1 S B UH2 K'],
  ['whatsapp', 'W AH1 T S AE2 P'],
  ['iphone', 'AY1 F OW2 N'],
  ['github', 'G IH1 T HH AH2 B'],
  ['linux', 'L IH1 N AH0 K S'],
  ['wifi', 'W AY1 F AY2'],
  ['gigabyte', 'G IH1 G AH0 B AY2 T'],
  ['covid', 'K OW1 V IH0 D'],
  ['pixel', 'P IH1 K S AH0 L'],
  ['router', 'R AW1 T ER0'],
  ['https', 'EY2 CH T IY2 T IY2 P IY2 EH1 S'],
  ['http', 'EY2 CH T IY2 T IY2 P IY1'],
  ['www', 'D AH2 B AH0 L Y UW2 D AH2 B AH0 L Y UW2 D AH1 B AH0 L Y UW0'],
  // The usual one is not the first.
  ['kilometer', 'K IH0 L AA1 M IH0 T ER0'],
  ['kilometers', 'K IH0 L AA1 M IH0 T ER0 Z'],
  ['thirty', 'TH ER1 T IY0'],
  ['with', 'W IH1 DH'],
  ['often', 'AO1 F AH0 N'],
  ['either', 'IY1 DH ER0'],
  ['neither', 'N IY1 DH ER0'],
  ['data', 'D EY1 T AH0'],
  ['our', 'AW1 ER0'],
  ['again', 'AH0 G EH1 N'],
  ['wednesday', 'W EH1 N Z D EY2'],
  ['february', 'F EH1 B Y UW0 EH2 R IY0'],
  ['mobile', 'M OW1 B AH0 L'],
  ['route', 'R UW1 T'],
  ['been', 'B IH1 N'],
  ['were', 'W ER1'],
  ['because', 'B IH0 K AO1 Z'],
  ['genuine', 'JH EH1 N Y UW0 AH0 N'],
]);

/** The dictionary numbers further pronunciations of a word from 2 on; no word has more. */
const MOST = 4;

let dictionary: StringTable | undefined;

/** The usual pronunciation of a word in the dictionary, or undefined. */
export function lookUp(word: string): string[] | undefined {
  return (OWN.get(word) ?? entry(word))?.split(' ');
}

/** The other pronunciations that the dictionary has of a word. */
export function lookUpOthers(word: string): string[][] {
  const numbered = Array.from({ length: MOST - 1 }, (_, n) => entry(`${word}(${n + 2})`));
  const first = OWN.has(word) ? [entry(word)] : [];
  return [...first, ...numbered].flatMap((sounds) => (sounds ? [sounds.split(' ')] : []));
}

function entry(word: string): string | undefined {
  dictionary ??= readDictionary();
  return dictionary.get(word);
}

function readDictionary(): StringTable {
  const file = createRequire(import.meta.url).resolve('cmu-pronouncing-dictionary');
  return new StringTable(readFileSync(file));
}
