import { type Atom, wordAt } from '../rewrite/atom.ts';
import type { Quantity } from '../rewrite/quantity.ts';
import type { RewriteRule, Rewritten } from '../rewrite/rewrite.ts';

interface AmountWords {
  readonly readQuantity: (atoms: readonly Atom[], at: number) => Quantity | undefined;
  readonly writeMoney: (atoms: readonly Atom[], at: number, quantity: Quantity) => Rewritten | undefined;
  /** The word after "por" in "por ciento". */
  readonly percent: string;
  readonly degrees: RegExp;
}

const TEMPERATURE_SCALES: ReadonlyMap<string, string> = new Map([
  ['celsius', '°C'],
  ['centígrados', '°C'],
  ['fahrenheit', '°F'],
]);

/** A quantity with its unit: money, percent, degrees. */
export function amountRule({ readQuantity, writeMoney, percent, degrees }: AmountWords): RewriteRule {
  return (atoms, at) => {
    const quantity = readQuantity(atoms, at);
    if (!quantity) return undefined;
    const amount = writeMoney(atoms, at, quantity);
    if (amount) return amount;
    const { next, scale, number } = quantity;
    if (scale !== undefined) return undefined;
    const signed = quantity.negative ? `-${number}` : number;
    const [first, second] = [wordAt(atoms, next) ?? '', wordAt(atoms, next + 1) ?? ''];
    if (first === 'por' && second === percent) return { words: [`${signed}%`], next: next + 2 };
    const temperature = degrees.test(first) ? TEMPERATURE_SCALES.get(second) : undefined;
    return temperature ? { words: [signed + temperature], next: next + 2 } : undefined;
  };
}
