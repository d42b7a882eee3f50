import { median } from '../pool/measures.ts';
import { table } from '../table.ts';
import { directory, names } from './directory.ts';
import type { Ear } from './ear.ts';
import type { Pair } from './pairs.ts';
import { grammarKind } from './rejection.ts';
import { alphanumeric } from './utterances.ts';

const NAMES = 10_000;

/** What a grammar adds to free recognition (encoder and search), in processor time. */
export async function printTime(ear: Ear, pairs: readonly Pair[]): Promise<void> {
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
  await printFirstUse(ear);
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

async function printFirstUse(ear: Ear): Promise<void> {
  const [first, ...others] = alphanumeric('name').slice(2, 8);
  if (!first) return;
  const people = [first, ...others].map(({ text }) => text!);
  const grammar = await directory('ten thousand', names(NAMES, people));
  ear.forget();
  const hearing = await ear.hear(await first.samples());
  if (!hearing) return;
  const cold = await ear.bound(hearing, [grammar]);
  const again = await ear.bound(hearing, [grammar]);
  ear.forget();
  const fromSource = await ear.bound(hearing, [{ ...grammar, input: grammar.source }]);
  console.log(
    `10,000 names, first use in a process: ${cold.boundMs.toFixed(0)} ms, and ${fromSource.boundMs.toFixed(0)} ms where ` +
      `they are not compiled before; the same utterance again: ${again.boundMs.toFixed(0)} ms (free ${hearing.freeMs.toFixed(0)} ms)`,
  );
}
