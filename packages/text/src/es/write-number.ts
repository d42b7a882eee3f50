import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { RewriteRule } from '../rewrite/rewrite.ts';
import { isNumberWord, ONE, ORDINAL_VALUES, PARTS, SCALE_VALUES, VALUES } from './number-words.ts';
import { digitOf, readQuantity } from './read-quantity.ts';

/** "vigésimo primero" is 21º, "décima" 10ª; first to ninth stay words. */
export const writeOrdinal: RewriteRule = (atoms, at) => {
  let value = 0;
  let room = Number.POSITIVE_INFINITY;
  let next = at;
  for (;;) {
    const word = next === at ? atoms[at]!.word : wordAt(atoms, next);
    const part = ORDINAL_VALUES.get(word ?? '');
    if (part === undefined || part >= room) break;
    value += part;
    room = part >= 1000 ? 0 : part >= 100 ? 100 : part >= 10 && part % 10 === 0 ? 10 : 0;
    next++;
  }
  if (value < 10) return undefined;
  return { words: [value + (atoms[next - 1]!.word.endsWith('a') ? 'ª' : 'º')], next };
};

/** "dos tercios". */
export const writeFraction: RewriteRule = (atoms, at) => {
  const count = VALUES.get(atoms[at]!.word) ?? 10;
  const word = wordAt(atoms, at + 1) ?? '';
  const whole = PARTS.get(word);
  if (!whole || count >= whole || (count === 1) === word.endsWith('s')) return undefined;
  return { words: [`${count}/${whole}`], next: at + 2 };
};

/** "cero uno uno seis": at least two digits, all of them said one by one. */
export const writeDigits: RewriteRule = (atoms, at) => {
  let text = '';
  let next = at;
  for (;;) {
    const digit = digitOf(next === at ? atoms[at]!.word : wordAt(atoms, next));
    if (!digit || endsRun(wordAt(atoms, next + 1))) break;
    text += digit;
    next++;
  }
  return text.length >= 2 ? { words: [text], next } : undefined;
};

function endsRun(after: string | undefined): boolean {
  return after !== undefined && (SCALE_VALUES.has(after) || /^(?:mil|coma|punto)$/.test(after));
}

const NAMES_BEFORE =
  /^(?:número|numero|capítulo|página|sala|opción|canal|línea|nivel|versión|marque|pulse|oprima|etapa|paso|apartamento|más|menos|por|puerta|vuelo)$/;

/** Any other number. A lone "un", "una" or "uno" is a word unless it is all there is or something asks for a number. */
export const writeNumber: RewriteRule = (atoms, at) => {
  const { word } = atoms[at]!;
  const quantity = readQuantity(atoms, at);
  if (!quantity) return undefined;
  // "5 mil" and "5 millones" are written already; a lone "mil" after the figure would become 1000.
  if (!quantity.spoken)
    return quantity.scale ? { words: [atoms[at]!.raw, quantity.scale], next: quantity.next } : undefined;
  if (quantity.next === at + 1 && ONE.test(word) && !isCounted(atoms, at)) return undefined;
  const number = quantity.negative ? `-${quantity.number}` : quantity.number;
  return { words: quantity.scale ? [number, quantity.scale] : [number], next: quantity.next };
};

function isCounted(atoms: readonly Atom[], at: number): boolean {
  if (atoms.length === 1 || NAMES_BEFORE.test(wordBefore(atoms, at) ?? '')) return true;
  const inList = (atom: Atom | undefined) =>
    atom !== undefined && (isNumberWord(atom.word) || /^\d+$/.test(atom.word));
  return (
    (atoms[at]!.trail === ',' && inList(atoms[at + 1])) ||
    (atoms[at - 1]?.trail === ',' && inList(atoms[at - 1]))
  );
}
