import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { Read, RewriteRule } from '../rewrite/rewrite.ts';
import { SCALE_VALUES, VALUES } from './number-words.ts';
import { readBelow100 } from './read-cardinal.ts';
import { readQuantity } from './read-quantity.ts';
import { readTwoDigits } from './read-year.ts';

const BEFORE = /^(?:at|by|until|till|til|around|about|before|after|from|to|it's)$/;
const DAY_PART = /^(?:morning|afternoon|evening|night)$/;
// What may follow a time that nothing announced; a noun after it makes "ten fifteen people" two numbers.
const AFTER =
  /^(?:in|on|at|to|until|till|and|or|for|today|tomorrow|tonight|this|every|sharp|is|i|we|he|she|they|it)$/;

function clock(hour: number, minute: number): string {
  return `${hour}:${String(minute).padStart(2, '0')}`;
}

/** "a m" as letters; "am" and "a.m." are left as the model wrote them. */
function readLetters(atoms: readonly Atom[], at: number): Read<string> | undefined {
  const half = wordAt(atoms, at);
  if ((half !== 'a' && half !== 'p') || wordAt(atoms, at + 1) !== 'm') return undefined;
  return { value: atoms[at + 1]!.trail.startsWith('.') ? `${half}.m` : `${half}.m.`, next: at + 2 };
}

function hasDayPart(atoms: readonly Atom[], at: number): boolean {
  const word = wordAt(atoms, at) ?? '';
  if (/^(?:[ap]\.?m|tonight|sharp)$/.test(word)) return true;
  const [second, third] = [wordAt(atoms, at + 1) ?? '', wordAt(atoms, at + 2) ?? ''];
  return (
    (word === 'in' && second === 'the' && DAY_PART.test(third)) ||
    ((word === 'at' || word === 'this') && DAY_PART.test(second))
  );
}

/** An hour of the clock in words or figures. */
function readHour(atoms: readonly Atom[], at: number, word: string | undefined): Read<number> | undefined {
  if (/^\d{1,2}$/.test(word ?? '')) return { value: Number(word), next: at + 1 };
  if (word === 'zero') return { value: 0, next: at + 1 };
  const value = VALUES.get(word ?? '');
  if (value === undefined || value > 20) return undefined;
  const ones = value === 20 ? (VALUES.get(wordAt(atoms, at + 1) ?? '') ?? 10) : 10;
  return ones < 4 ? { value: 20 + ones, next: at + 2 } : { value, next: at + 1 };
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

/** "half past ten", "a quarter to eleven", "twenty minutes past nine", "at ten to nine". */
const relative: RewriteRule = (atoms, at) => {
  const a = atoms[at]!.word === 'a' ? 1 : 0;
  const word = a ? wordAt(atoms, at + 1) : atoms[at]!.word;
  const named = word === 'half' ? 30 : word === 'quarter' ? 15 : undefined;
  const minutes = named ? { value: named, next: at + a + 1 } : a ? undefined : readBelow100(atoms, at, word);
  if (!minutes || minutes.value > 59) return undefined;
  const hasUnit = /^minutes?$/.test(wordAt(atoms, minutes.next) ?? '') && !named ? 1 : 0;
  const side = wordAt(atoms, minutes.next + hasUnit);
  if (side !== 'past' && (side !== 'to' || word === 'half')) return undefined;
  // "from ten to nine" is no time unless something says so.
  if (side === 'to' && !named && !hasUnit && !/^(?:at|it's)$/.test(wordBefore(atoms, at) ?? ''))
    return undefined;
  const hourAt = minutes.next + hasUnit + 1;
  const hour = readHour(atoms, hourAt, wordAt(atoms, hourAt));
  if (!hour || hour.value < 1 || hour.value > 12 || readTwoDigits(atoms, hour.next)) return undefined;
  const isClock = wordAt(atoms, hour.next) === "o'clock" ? 1 : 0;
  const text =
    side === 'past'
      ? clock(hour.value, minutes.value)
      : clock(hour.value === 1 ? 12 : hour.value - 1, 60 - minutes.value);
  return withLetters(atoms, text, hour.next + isClock);
};

function withLetters(atoms: readonly Atom[], text: string, next: number) {
  const letters = readLetters(atoms, next);
  return letters ? { words: [text, letters.value], next: letters.next } : { words: [text], next };
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
  const said = relative(atoms, at) ?? onTheHour(atoms, at);
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
  const stands = !isSpelled && before !== 'in' && (after === undefined || AFTER.test(after));
  return announced || stands ? { words: [time.value], next: time.next } : undefined;
};
