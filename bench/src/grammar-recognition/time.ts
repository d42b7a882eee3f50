import { median } from '../statistics.ts';
import { table } from '../table.ts';
import { directory, names } from './directory.ts';
import type { GrammarRecognizer } from './grammar-recognizer.ts';
import type { Pair } from './pairs.ts';
import { grammarKind } from './rejection.ts';
import { alphanumeric } from './utterances.ts';

const NAMES = 10_000;

/** What a grammar adds to free recognition (encoder and search), in processor time. */
export async function printTime(recognizer: GrammarRecognizer, pairs: readonly Pair[]): Promise<void> {
  console.log('\nProcessor time that a grammar adds to free recognition, all of an utterance together');
  const kinds = [...new Set(pairs.map(grammarKind))].sort();
  const rows = kinds.flatMap((kind) => {
    const ofKind = pairs.filter((pair) => grammarKind(pair) === kind);
    return [
      row(
        `${kind}, inside`,
        ofKind.filter((pair) => pair.inside),
      ),
      row(
        `${kind}, outside`,
        ofKind.filter((pair) => !pair.inside),
      ),
    ].flat();
  });
  console.log(table([['grammar, speech', 'pairs', 'free ms', 'added, median ms', 'added to all'], ...rows]));
  await printFirstUse(recognizer);
}

function row(name: string, pairs: readonly Pair[]): (string | number)[][] {
  if (pairs.length === 0) return [];
  const free = pairs.reduce((sum, { freeMs }) => sum + freeMs, 0);
  const bound = pairs.reduce((sum, { boundMs }) => sum + boundMs, 0);
  return [
    [
      name,
      pairs.length,
      (free / pairs.length).toFixed(0),
      median(pairs.map(({ boundMs }) => boundMs)).toFixed(0),
      `${((100 * bound) / free).toFixed(0)} %`,
    ],
  ];
}

async function printFirstUse(recognizer: GrammarRecognizer): Promise<void> {
  const [first, ...others] = alphanumeric('name').slice(2, 8);
  if (!first) return;
  const people = [first, ...others].map(({ text }) => text!);
  const grammar = await directory('ten thousand', names(NAMES, people));
  recognizer.forget();
  const free = await recognizer.recognize(await first.samples());
  if (!free) return;
  const cold = await recognizer.bind(free, [grammar]);
  const again = await recognizer.bind(free, [grammar]);
  recognizer.forget();
  const fromSource = await recognizer.bind(free, [{ ...grammar, input: grammar.source }]);
  console.log(
    `10,000 names, first use in a process: ${cold.boundMs.toFixed(0)} ms, and ${fromSource.boundMs.toFixed(0)} ms where ` +
      `they are not compiled before; the same utterance again: ${again.boundMs.toFixed(0)} ms (free ${free.freeMs.toFixed(0)} ms)`,
  );
}
