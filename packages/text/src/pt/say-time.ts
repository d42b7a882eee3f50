import { linked, type SayRule } from '../say/token.ts';
import { cardinal } from './numbers.ts';

const CLOCK = /^(\d{1,2})(?::|h)(\d\d)(?:min|m|h|hs)?$/i;
const SECONDS = /^(\d{1,2}):(\d\d):(\d\d)$/;
const HOUR = /^(\d{1,2})(?:h|hs)$/i;

function clock(hour: number, minute: number): string[] {
  if (hour === 0) return minute ? ['meia', 'noite', 'e', ...cardinal(minute)] : ['meia', 'noite'];
  const said = cardinal(hour, true);
  // "vinte e um" would be 21.
  if (hour === 20 && minute > 0 && minute < 10) {
    return [...said, 'horas', 'e', ...cardinal(minute), minute === 1 ? 'minuto' : 'minutos'];
  }
  return minute ? [...said, 'e', ...cardinal(minute)] : [...said, hour === 1 ? 'hora' : 'horas'];
}

/** "14:30" and "14h30" are "quatorze e trinta", "14h" is "quatorze horas". */
export const sayTime: SayRule = (tokens, at) => {
  const { core } = tokens[at]!;
  const withSeconds = SECONDS.exec(core);
  const match = withSeconds ?? CLOCK.exec(core) ?? HOUR.exec(core);
  if (!match) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)];
  if (hour > 24 || minute > 59) return undefined;
  // "14:30 horas": the word is said once.
  const named = /^(?:horas?|hs?)$/i.test(linked(tokens, at + 1)?.core ?? '');
  const words = clock(hour, minute);
  if (second) words.push('e', ...cardinal(second), second === 1 ? 'segundo' : 'segundos');
  return { words: named && minute ? [...words, 'horas'] : words, used: named ? 2 : 1 };
};
