import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { Quantity } from '../rewrite/quantity.ts';
import type { Read } from '../rewrite/rewrite.ts';

type Atoms = readonly Atom[];

/** What numbers in Portuguese and Spanish differ in. */
export interface QuantityWords {
  /** "menos" is "less" too: only at the beginning and after these is it a sign. */
  signAfter: RegExp;
  /** The sign that a word for it stands for: ',' of "vírgula" and "coma", '.' of "ponto" and "punto". */
  decimalSign(word: string | undefined): ',' | '.' | undefined;
  digitOf(word: string | undefined): string | undefined;
  readBelow100(atoms: Atoms, at: number, word: string | undefined): Read<number> | undefined;
  readCardinal(
    atoms: Atoms,
    at: number,
  ): (Read<number> & { round: { count: number; name: string } | undefined }) | undefined;
  and: string;
  half: RegExp;
  /** Words that have a half of their own: "meia hora", "media docena". */
  afterOtherHalf: RegExp;
  isScale(word: string): boolean;
  formatWhole(value: number): string;
  /** The whole part of a number that has decimals. */
  formatBeforeComma(value: number): string;
}

const FIGURES = /^-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;

/** A reader of numbers that a unit may follow, in words or in figures. */
export function quantityReader(words: QuantityWords): (atoms: Atoms, at: number) => Quantity | undefined {
  /** "vírgula um quatro", "coma catorce"; "ponto zero" as in versions. */
  function readDecimals(atoms: Atoms, at: number): Read<string> | undefined {
    const sign = words.decimalSign(wordAt(atoms, at));
    if (!sign) return undefined;
    let digits = '';
    let next = at + 1;
    for (let digit = digitAt(atoms, next); digit; digit = digitAt(atoms, next)) {
      digits += digit;
      next++;
    }
    if (digits) return { value: sign + digits, next };
    const pair = words.readBelow100(atoms, next, wordAt(atoms, next));
    return pair && { value: sign + pair.value, next: pair.next };
  }

  function digitAt(atoms: Atoms, at: number): string | undefined {
    return words.digitOf(wordAt(atoms, at));
  }

  /** "e meio", "y medio" after a number or after its millions. */
  function readHalf(atoms: Atoms, at: number): Read<string> | undefined {
    const isHalf = wordAt(atoms, at) === words.and && words.half.test(wordAt(atoms, at + 1) ?? '');
    if (!isHalf || words.afterOtherHalf.test(wordAt(atoms, at + 2) ?? '')) return undefined;
    return { value: ',5', next: at + 2 };
  }

  /** Figures that a scale ("5 milhões"), a thousand ("5 mil") or a half ("5 y medio") may follow. */
  function readFigures(atoms: Atoms, at: number, figures: string, sign: boolean): Quantity | undefined {
    const negative = figures[0] === '-';
    if (negative && sign) return undefined;
    const number = negative ? figures.slice(1) : figures;
    const word = wordAt(atoms, at + 1);
    const scale = words.isScale(word ?? '') ? word : undefined;
    const mayHaveHalf = /^\d+$/.test(number) && scale !== 'mil';
    const half = mayHaveHalf ? readHalf(atoms, scale ? at + 2 : at + 1) : undefined;
    const base = { negative: negative || sign, spoken: sign || half !== undefined, scale };
    if (half) return { ...base, number: number + half.value, whole: undefined, next: half.next };
    const whole = !scale && /^[\d.]+$/.test(number) ? Number(number.replaceAll('.', '')) : undefined;
    return { ...base, number, whole, next: scale ? at + 2 : at + 1 };
  }

  return (atoms, at) => {
    const sign = atoms[at]!.word === 'menos';
    const before = wordBefore(atoms, at);
    const isSign = before === undefined || words.signAfter.test(before);
    if (sign && (!isSign || wordAt(atoms, at + 1) === undefined)) return undefined;
    const start = sign ? at + 1 : at;
    const figures = FIGURES.test(atoms[start]!.word) ? atoms[start]!.word : undefined;
    if (figures) return readFigures(atoms, start, figures, sign);
    const cardinal = words.readCardinal(atoms, start);
    if (!cardinal) return undefined;
    const base = { negative: sign, spoken: true, whole: undefined, scale: undefined };
    const { round, next, value } = cardinal;
    const decimals = readDecimals(atoms, next);
    const half = decimals ? undefined : readHalf(atoms, next);
    if (round && !decimals) {
      const number = words.formatWhole(round.count) + (half?.value ?? '');
      return { ...base, number, scale: round.name, next: half?.next ?? next };
    }
    const fraction = decimals ?? half;
    if (!fraction) return { ...base, number: words.formatWhole(value), whole: value, next };
    const scale = wordAt(atoms, fraction.next) ?? '';
    const isScaled = words.isScale(scale) && !round;
    const whole = fraction.value[0] === '.' ? String(value) : words.formatBeforeComma(value);
    const after = fraction.next + (isScaled ? 1 : 0);
    return { ...base, number: whole + fraction.value, scale: isScaled ? scale : undefined, next: after };
  };
}
