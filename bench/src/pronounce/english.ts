import { table } from '../table.ts';
import { ErrorRates } from './error-rates.ts';
import { espeakLines, hasEspeak, modelSigns } from './espeak.ts';
import { heldOutWords, isHeldOut } from './held-out.ts';
import { lettersToSounds, lookUp, modelSounds, soundsOf } from './pronounce-inside.ts';

const withoutHeldOut = (word: string): string[] | undefined => (isHeldOut(word) ? undefined : lookUp(word));

/** English words that the model of spelling never saw, beside espeak-ng, which knows many of them by heart. */
export function printEnglish(verbose: boolean): void {
  const words = heldOutWords();
  const systems: Record<string, (word: string, at: number) => string> = {
    'spelling model alone': (word) => modelSounds(lettersToSounds(word)),
    'endings, compounds, then the model': (word) => modelSounds(soundsOf(word, true, withoutHeldOut)),
  };
  if (hasEspeak()) {
    const said = espeakLines(
      words.map(({ word }) => word),
      'en',
    );
    if (said.length !== words.length)
      throw new Error(`espeak-ng said ${said.length} of ${words.length} words`);
    systems['espeak-ng'] = (_, at) => modelSigns(said[at]!, 'en');
  }
  const rows: string[][] = [
    ['English, held out of CMUdict', 'words', 'wrong words', 'wrong sounds', 'wrong words with stress'],
  ];
  for (const [name, say] of Object.entries(systems)) {
    const [plain, stressed] = [new ErrorRates('en'), new ErrorRates('en', true)];
    for (const [at, { word, answers }] of words.entries()) {
      const said = say(word, at);
      const right = answers.map((answer) => modelSounds(answer.split(' ')));
      stressed.add(said, right);
      if (plain.add(said, right) && verbose && at % 40 === 0)
        console.log(`${name}: ${word} ${said} ${right}`);
    }
    rows.push([name, ...plain.cells(), stressed.cells()[1]!]);
  }
  console.log(`\n${table(rows)}`);
}
