import type { SayRule } from '../say/token.ts';

/** Plurals of initials: their letters are doubled. */
const DOUBLED: Readonly<Record<string, string>> = {
  EEUU: 'estados unidos',
  JJOO: 'juegos olímpicos',
  FFAA: 'fuerzas armadas',
  RRHH: 'recursos humanos',
  CCOO: 'comisiones obreras',
};

/** "EE. UU.", "EE.UU." and "EEUU" are "Estados Unidos". */
export const sayDoubled: SayRule = (tokens, at) => {
  const { core, trail } = tokens[at]!;
  if (!/^[A-Z]{2}(?:\.?[A-Z]{2})?$/.test(core)) return undefined;
  const whole = DOUBLED[core.replace('.', '')];
  if (whole) return { words: whole.split(' '), used: 1 };
  const pair =
    trail === '.' && tokens[at + 1]?.lead === '' ? DOUBLED[core + tokens[at + 1]!.core] : undefined;
  return pair ? { words: pair.split(' '), used: 2 } : undefined;
};
