/** Letters that are spoken as one sound, or not at all, in the order in which they are replaced. */
export const SOUND_SPELLING: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/ght/g, 't'],
  [/gh/g, ''],
  [/wr/g, 'r'],
  [/kn/g, 'n'],
  [/wh/g, 'w'],
  [/t?ch/g, 'č'],
  [/sh/g, 'š'],
  [/th/g, 'þ'],
  [/ck/g, 'k'],
  [/qu/g, 'kw'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/e\b/g, ''],
];
