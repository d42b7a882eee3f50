import { linked, type SayRule } from '../say/token.ts';
import { cardinal, twoDigits } from './numbers.ts';

const CLOCK = /^(\d{1,2}):(\d\d)(?::(\d\d))?(?:([ap])\.?m)?$/i;
const HOUR = /^(\d{1,2})(?:([ap])\.?m)?$/i;
const MERIDIEM = /^([ap])\.?m$/i;

function clock(hour: number, minute: number, second: number | undefined, half: string | undefined): string[] {
  const said = cardinal(hour);
  if (minute > 0) said.push(...twoDigits(minute));
  else if (!half) said.push(...(hour >= 1 && hour <= 12 ? ["o'clock"] : ['hundred', 'hours']));
  if (second) said.push('and', ...cardinal(second), second === 1 ? 'second' : 'seconds');
  return half ? [...said, half.toLowerCase(), 'm'] : said;
}

/** "10:30", "10:30 a.m.", "5pm", "14:00". */
export const sayTime: SayRule = (tokens, at) => {
  const { core } = tokens[at]!;
  const match = CLOCK.exec(core);
  const hourOnly = match ? null : HOUR.exec(core);
  if (!match && !hourOnly) return undefined;
  const hour = Number(match?.[1] ?? hourOnly?.[1]);
  const minute = Number(match?.[2] ?? 0);
  if (hour > 24 || minute > 59) return undefined;
  const attached = match?.[4] ?? hourOnly?.[2];
  const next = attached ? undefined : MERIDIEM.exec(linked(tokens, at + 1)?.core ?? '')?.[1];
  if (!match && !attached && !next) return undefined;
  const second = match?.[3] ? Number(match[3]) : undefined;
  return { words: clock(hour, minute, second, attached ?? next), used: next ? 2 : 1 };
};
