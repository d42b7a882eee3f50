import { type Atom, wordAt, wordBefore } from '../rewrite/atom.ts';
import type { Read, RewriteRule } from '../rewrite/rewrite.ts';
import { readBelow100 } from './read-cardinal.ts';

// "las" is an article too. After these it stands before an hour: "a las dos", "son las tres y cinco".
const BEFORE_ARTICLE = /^(?:a|de|desde|hasta|hacia|sobre|son|es|eran|era|para)$/;
const ARTICLE = /^las?$/;
const DAY_PART = /^(?:mañana|tarde|noche|madrugada|mediodía)$/;

type Atoms = readonly Atom[];

function clock(hour: number, minute: number): string {
  return `${hour}:${String(minute).padStart(2, '0')}`;
}

function readNumber(atoms: Atoms, at: number, most: number): Read<number> | undefined {
  const word = at === 0 ? atoms[0]?.word : wordAt(atoms, at);
  const isFigures = /^\d{1,2}$/.test(word ?? '');
  const read = isFigures ? { value: Number(word), next: at + 1 } : readBelow100(atoms, at, word);
  return read && read.value <= most ? read : undefined;
}

function readHour(atoms: Atoms, at: number): Read<number> | undefined {
  return atoms[at]!.word === 'cero' ? { value: 0, next: at + 1 } : readNumber(atoms, at, 24);
}

interface Minutes extends Read<number> {
  /** Said as a part of the hour, so that nothing but a time is meant. */
  isPart: boolean;
}

/** "y media", "y cuarto", "y veinte", "y cinco minutos", "treinta". */
function readMinutes(atoms: Atoms, at: number): Minutes | undefined {
  const joined = wordAt(atoms, at) === 'y';
  const start = joined ? at + 1 : at;
  const word = wordAt(atoms, start);
  if (joined && word === 'media' && !/^(?:noche|docena|hora)$/.test(wordAt(atoms, start + 1) ?? ''))
    return { value: 30, next: start + 1, isPart: true };
  if (joined && word === 'cuarto') return { value: 15, next: start + 1, isPart: true };
  if (word === undefined || (!joined && /^\d/.test(word))) return undefined;
  const minute = readNumber(atoms, start, 59);
  if (!minute || (!joined && minute.value < 10)) return undefined;
  const isNamed = /^minutos?$/.test(wordAt(atoms, minute.next) ?? '');
  return { value: minute.value, next: minute.next + (isNamed ? 1 : 0), isPart: false };
}

/** "menos cuarto", "menos diez". */
function readMinutesBefore(atoms: Atoms, at: number): Read<number> | undefined {
  if (wordAt(atoms, at) !== 'menos') return undefined;
  if (wordAt(atoms, at + 1) === 'cuarto') return { value: 15, next: at + 2 };
  const minutes = wordAt(atoms, at + 1) === undefined ? undefined : readNumber(atoms, at + 1, 30);
  return minutes && minutes.value > 0 ? minutes : undefined;
}

function hourBefore(hour: number): number {
  return hour === 1 ? 12 : (hour + 23) % 24;
}

function hasDayPart(atoms: Atoms, at: number): boolean {
  const link = wordAt(atoms, at) === 'de' && /^(?:la|el)$/.test(wordAt(atoms, at + 1) ?? '');
  if (link) return DAY_PART.test(wordAt(atoms, at + 2) ?? '');
  return wordAt(atoms, at) === 'del' && wordAt(atoms, at + 1) === 'mediodía';
}

/** "diez para las nueve", "un cuarto para la una", as Latin America says it. */
const before: RewriteRule = (atoms, at) => {
  const isQuarter = /^(?:un|cuarto)$/.test(atoms[at]!.word);
  const skip = atoms[at]!.word === 'un' && wordAt(atoms, at + 1) === 'cuarto' ? 2 : 1;
  const isNamed = isQuarter && atoms[at + skip - 1]!.word === 'cuarto';
  const minutes = isNamed ? { value: 15, next: at + skip } : readBelow100(atoms, at, atoms[at]!.word);
  if (!minutes || minutes.value > 30) return undefined;
  const unit = /^minutos?$/.test(wordAt(atoms, minutes.next) ?? '') ? 1 : 0;
  const link = minutes.next + unit;
  if (wordAt(atoms, link) !== 'para' || !ARTICLE.test(wordAt(atoms, link + 1) ?? '')) return undefined;
  const hour = wordAt(atoms, link + 2) === undefined ? undefined : readNumber(atoms, link + 2, 12);
  if (!hour || hour.value < 1) return undefined;
  // "cinco para las tres hermanas" is no time.
  const ends = wordAt(atoms, hour.next) === undefined || hasDayPart(atoms, hour.next);
  return ends ? { words: [clock(hourBefore(hour.value), 60 - minutes.value)], next: hour.next } : undefined;
};

/** "a las dos y media", "a las catorce horas", "dos y treinta de la tarde", "las tres menos cuarto". */
export const writeTime: RewriteRule = (atoms, at) => {
  const earlier = before(atoms, at);
  if (earlier) return earlier;
  const hour = readHour(atoms, at);
  if (!hour) return undefined;
  const isFigures = /^\d/.test(atoms[at]!.word);
  const hasArticle = ARTICLE.test(wordBefore(atoms, at) ?? '');
  const isAnnounced = hasArticle && BEFORE_ARTICLE.test(wordBefore(atoms, at - 1) ?? '');
  const hours = /^horas?$/.test(wordAt(atoms, hour.next) ?? '') ? 1 : 0;
  const isTime = (next: number) => isAnnounced || hasDayPart(atoms, next);
  const back = hours || hour.value < 1 ? undefined : readMinutesBefore(atoms, hour.next);
  if (back && (hasArticle || hasDayPart(atoms, back.next)))
    return { words: [clock(hourBefore(hour.value), 60 - back.value)], next: back.next };
  const minute = readMinutes(atoms, hour.next + hours);
  if (minute && !(isFigures && /^\d/.test(atoms[minute.next - 1]!.word))) {
    const ends = wordAt(atoms, minute.next) === undefined;
    // An hour without hours, "dos y media", is a number with a half.
    const stands = hasArticle && (minute.isPart || ends);
    const isMidnight = hour.value === 0 && hours === 1;
    if (isTime(minute.next) || stands || isMidnight)
      return { words: [clock(hour.value, minute.value)], next: minute.next };
  }
  return writeFullHour(atoms, at, hour, hours, isTime);
};

/** "a las dos en punto", "a las catorce horas", "a la una de la tarde". */
function writeFullHour(
  atoms: Atoms,
  at: number,
  hour: Read<number>,
  hours: number,
  isTime: (next: number) => boolean,
) {
  const { next, value } = hour;
  if (wordAt(atoms, next) === 'en' && wordAt(atoms, next + 1) === 'punto')
    return { words: [clock(value, 0)], next: next + 2 };
  const isFigures = /^\d/.test(atoms[at]!.word);
  if (hours === 1 && isTime(next + 1) && !isFigures) return { words: [clock(value, 0)], next: next + 1 };
  const isOne = atoms[at]!.word === 'una' && wordBefore(atoms, at) === 'la' && hasDayPart(atoms, next);
  return isOne ? { words: ['1'], next } : undefined;
}
