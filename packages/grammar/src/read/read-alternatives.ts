import type { Choice, Expansion } from '../model.ts';
import type { Scanner } from './scanner.ts';
import { alternatives } from './shape.ts';

/** Alternatives between `|`; a single one without a weight is its own expansion. */
export function readAlternatives(scanner: Scanner, readChoice: () => Choice): Expansion {
  scanner.skip();
  const start = scanner.at;
  const choices: Choice[] = [];
  do choices.push(readChoice());
  while (scanner.accept('|'));
  const [only] = choices;
  if (choices.length === 1 && only!.weight === undefined) return only!.expansion;
  return alternatives(choices, undefined, scanner.position(start));
}
