import { linked, type SayRule } from '../say/token.ts';
import { cardinal } from './numbers.ts';

const CLOCK = /^(\d{1,2})(?::|h)(\d\d)(?:min|m|h|hs)?$/i;
const SECONDS = /^(\d{1,2}):(\d\d):(\d\d)$/;
const HOUR = /^(\d{1,2})(?:h|hs)$/i;

/** 14:30 is "catorce y treinta". A full hour is "dos en punto" up to twelve, and "catorce horas" beyond. */
function clock(hour: number, minute: number): string[] {
  if (hour === 0) {
    const minutes = minute
      ? ['y', ...cardinal(minute, 'masculine'), minute === 1 ? 'minuto' : 'minutos']
      : [];
    return ['cero', 'horas', ...minutes];
  }
  const said = cardinal(hour, 'feminine');
  if (minute) return [...said, 'y', ...cardinal(minute)];
  return hour <= 12 ? [...said, 'en', 'punto'] : [...said, 'horas'];
}

export const sayTime: SayRule = (tokens, at) => {
  const { core } = tokens[at]!;
  const withSeconds = SECONDS.exec(core);
  const bare = HOUR.exec(core);
  const match = withSeconds ?? CLOCK.exec(core) ?? bare;
  if (!match) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)];
  if (hour > 24 || minute > 59) return undefined;
  // "14:30 horas": the word is said once.
  const named = /^(?:horas?|hs?)$/i.test(linked(tokens, at + 1)?.core ?? '');
  const isLength = (bare || named) && minute === 0;
  const words = isLength
    ? [...cardinal(hour, 'feminine'), hour === 1 ? 'hora' : 'horas']
    : clock(hour, minute);
  if (second) words.push('y', ...cardinal(second, 'masculine'), second === 1 ? 'segundo' : 'segundos');
  return { words: named && minute && hour > 0 ? [...words, 'horas'] : words, used: named ? 2 : 1 };
};
