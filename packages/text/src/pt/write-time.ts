import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { Read, RewriteRule } from '../rewrite/rewrite.ts';
import { VALUES } from './number-words.ts';
import { readBelow100 } from './read-cardinal.ts';

const BEFORE = /^(?:às|à|das|pelas|são|sao)$/;
const DAY_PART = /^(?:manhã|manha|tarde|noite|madrugada)$/;
const HOURS = /^horas?$/;
const MINUTES = /^minutos?$/;

function clock(hour: number, minute: number): string {
  return `${hour}:${String(minute).padStart(2, '0')}`;
}

function readFigures(word: string | undefined, at: number, most: number): Read<number> | undefined {
  return /^\d{1,2}$/.test(word ?? '') && Number(word) <= most
    ? { value: Number(word), next: at + 1 }
    : undefined;
}

/** "meio-dia" and "meia-noite", in one word or two. */
function readNamed(atoms: readonly Atom[], at: number, word: string | undefined): Read<number> | undefined {
  if (word === 'meio-dia') return { value: 12, next: at + 1 };
  if (word === 'meia-noite') return { value: 0, next: at + 1 };
  const second = wordAt(atoms, at + 1);
  if (word === 'meio' && second === 'dia') return { value: 12, next: at + 2 };
  return word === 'meia' && second === 'noite' ? { value: 0, next: at + 2 } : undefined;
}

function readHour(atoms: readonly Atom[], at: number, word: string | undefined): Read<number> | undefined {
  const hour =
    word === 'zero'
      ? { value: 0, next: at + 1 }
      : (readBelow100(atoms, at, word) ?? readFigures(word, at, 24));
  return hour && hour.value <= 24 ? hour : undefined;
}

/** "e meia", "e trinta", "e quinze minutos". */
function readMinutes(atoms: readonly Atom[], at: number): Read<number> | undefined {
  if (wordAt(atoms, at) !== 'e') return undefined;
  const word = wordAt(atoms, at + 1);
  if (word === 'meia')
    return /^(?:noite|dúzia|hora)$/.test(wordAt(atoms, at + 2) ?? '')
      ? undefined
      : { value: 30, next: at + 2 };
  if (word === 'um' && wordAt(atoms, at + 2) === 'quarto') return { value: 15, next: at + 3 };
  const minute = readBelow100(atoms, at + 1, word) ?? readFigures(word, at + 1, 59);
  if (!minute || minute.value > 59) return undefined;
  return MINUTES.test(wordAt(atoms, minute.next) ?? '')
    ? { value: minute.value, next: minute.next + 1 }
    : minute;
}

/** "quinze para as três", "dez pras nove", "cinco para o meio-dia". */
const before: RewriteRule = (atoms, at) => {
  const { word } = atoms[at]!;
  const minutes = readBelow100(atoms, at, word);
  if (!minutes || minutes.value > 30) return undefined;
  const unit = MINUTES.test(wordAt(atoms, minutes.next) ?? '') ? 1 : 0;
  let next = minutes.next + unit;
  const link = wordAt(atoms, next) ?? '';
  if (/^pr(?:as?|o)$/.test(link)) next += 1;
  else if (link === 'para' && /^(?:as|às|a|à|o)$/.test(wordAt(atoms, next + 1) ?? '')) next += 2;
  else return undefined;
  const hour = readNamed(atoms, next, wordAt(atoms, next)) ?? readHour(atoms, next, wordAt(atoms, next));
  if (!hour || readMinutes(atoms, hour.next)) return undefined;
  const isHour = VALUES.has(atoms[next]!.word) || hour.value === 0 || hour.value === 12;
  return isHour
    ? { words: [clock(hour.value === 1 ? 12 : (hour.value + 23) % 24, 60 - minutes.value)], next: hour.next }
    : undefined;
};

function hasDayPart(atoms: readonly Atom[], at: number): boolean {
  return /^d[ae]$/.test(wordAt(atoms, at) ?? '') && DAY_PART.test(wordAt(atoms, at + 1) ?? '');
}

/** "às duas e meia", "às quatorze horas", "duas e trinta da tarde", "meio-dia e meia". */
export const writeTime: RewriteRule = (atoms, at) => {
  const earlier = before(atoms, at);
  if (earlier) return earlier;
  const { word } = atoms[at]!;
  const named = readNamed(atoms, at, word);
  if (named) {
    const minute = readMinutes(atoms, named.next);
    return minute && { words: [clock(named.value, minute.value)], next: minute.next };
  }
  const hour = readHour(atoms, at, word);
  if (!hour) return undefined;
  const hours = HOURS.test(wordAt(atoms, hour.next) ?? '') ? 1 : 0;
  const minute = readMinutes(atoms, hour.next + hours);
  const next = minute?.next ?? hour.next + hours;
  const link = wordBefore(atoms, at) ?? '';
  // "as" is an article too: "as duas e quinze amigas".
  const isUnaccented = link === 'as' && (minute?.value === 30 || wordAt(atoms, next) === undefined);
  const announced = BEFORE.test(link) || isUnaccented || hasDayPart(atoms, next);
  const isFigures = /^\d/.test(word);
  if (!minute) {
    if (announced && hours === 1 && !isFigures) return { words: [clock(hour.value, 0)], next };
    const isOne = word === 'uma' && announced && hasDayPart(atoms, next);
    return isOne ? { words: ['1'], next } : undefined;
  }
  // Hours are feminine; numbers joined by "e" otherwise stay two numbers, and so does a length of time.
  const isFeminine = /^(?:uma|duas)$/.test(atoms[hour.next - 1]!.word) && hours === 0 && minute.value >= 10;
  const stands = isFeminine && link !== 'entre' && (minute.value === 30 || wordAt(atoms, next) === undefined);
  if (isFigures && atoms[at + hours + 2]!.word.match(/^\d/)) return undefined;
  return announced || stands ? { words: [clock(hour.value, minute.value)], next } : undefined;
};
