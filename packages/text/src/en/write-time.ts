import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { Read, RewriteRule } from '../rewrite/rewrite.ts';
import { clock, readHour, readLetters, withLetters } from './clock.ts';
import { NAMES_BEFORE, SCALE_VALUES, VALUES } from './number-words.ts';
import { readQuantity } from './read-quantity.ts';
import { readTwoDigits } from './read-year.ts';

const BEFORE = /^(?:at|by|until|till|til|around|about|before|after|from|to|it's)$/;
const DAY_PART = /^(?:morning|afternoon|evening|night)$/;
// What may follow a time that nothing announced; a noun after it makes "ten fifteen people" two numbers.
const AFTER =
  /^(?:in|on|at|to|until|till|and|or|for|today|tomorrow|tonight|this|every|sharp|is|i|we|he|she|they|it)$/;

function hasDayPart(atoms: readonly Atom[], at: number): boolean {
  const word = wordAt(atoms, at) ?? '';
  if (/^(?:[ap]\.?m|tonight|sharp)$/.test(word)) return true;
  const [second, third] = [wordAt(atoms, at + 1) ?? '', wordAt(atoms, at + 2) ?? ''];
  return (
    (word === 'in' && second === 'the' && DAY_PART.test(third)) ||
    ((word === 'at' || word === 'this') && DAY_PART.test(second))
  );
}

/** The minutes after the hour; for "twenty twenty one" and the like the hour was twenty. */
function readClock(
  atoms: readonly Atom[],
  at: number,
): (Read<string> & { minute: boolean; hour: number }) | undefined {
  const hour = readHour(atoms, at, atoms[at]!.word);
  if (!hour || hour.value > 24 || /^\d/.test(atoms[at]!.word)) return undefined;
  const minute = readTwoDigits(atoms, hour.next);
  if (!minute || minute.value > 59)
    return { value: String(hour.value), next: hour.next, minute: false, hour: hour.value };
  let text = clock(hour.value, minute.value);
  let { next } = minute;
  const seconds =
    wordAt(atoms, next) === 'and' && wordAt(atoms, next + 1) ? readQuantity(atoms, next + 1) : undefined;
  if (
    seconds?.whole !== undefined &&
    seconds.whole < 60 &&
    /^seconds?$/.test(wordAt(atoms, seconds.next) ?? '')
  ) {
    text += `:${String(seconds.whole).padStart(2, '0')}`;
    next = seconds.next + 1;
  }
  return { value: text, next, minute: true, hour: hour.value };
}

/** "ten o'clock", "fourteen hundred hours". */
const onTheHour: RewriteRule = (atoms, at) => {
  const hour = readHour(atoms, at, atoms[at]!.word);
  if (!hour || hour.value > 24) return undefined;
  const [first, second] = [wordAt(atoms, hour.next), wordAt(atoms, hour.next + 1)];
  if (first === "o'clock") return withLetters(atoms, clock(hour.value, 0), hour.next + 1);
  if (first === 'o' && second === 'clock') return withLetters(atoms, clock(hour.value, 0), hour.next + 2);
  return first === 'hundred' && second === 'hours'
    ? { words: [clock(hour.value, 0)], next: hour.next + 2 }
    : undefined;
};

export const writeTime: RewriteRule = (atoms, at) => {
  const said = onTheHour(atoms, at);
  if (said) return said;
  const time = readClock(atoms, at);
  if (!time) {
    const letters = /^\d{1,2}(?::\d\d)?$/.test(atoms[at]!.word) ? readLetters(atoms, at + 1) : undefined;
    return letters && { words: [atoms[at]!.raw, letters.value], next: letters.next };
  }
  const after = wordAt(atoms, time.next);
  const letters = readLetters(atoms, time.next);
  if (letters && time.hour <= 12) return withLetters(atoms, time.value, time.next);
  if (!time.minute)
    return hasDayPart(atoms, time.next) && time.hour <= 12
      ? { words: [time.value], next: time.next }
      : undefined;
  if (after !== undefined && (VALUES.has(after) || SCALE_VALUES.has(after) || after === 'hundred'))
    return undefined;
  const before = wordBefore(atoms, at) ?? '';
  if (time.hour > 12 || time.hour === 0)
    return before === 'at' || after === 'hours' ? { words: [time.value], next: time.next } : undefined;
  const announced =
    hasDayPart(atoms, time.next) ||
    (BEFORE.test(before) && !/^(?:percent|dollars?|cents)$/.test(after ?? ''));
  const isSpelled = time.hour < 10 && /^(?:oh|o|zero)$/.test(atoms[at + 1]!.word);
  const isNamed = before === 'in' || NAMES_BEFORE.test(before);
  const stands = !isSpelled && !isNamed && (after === undefined || AFTER.test(after));
  return announced || stands ? { words: [time.value], next: time.next } : undefined;
};
