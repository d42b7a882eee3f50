import type { Sound } from './sound.ts';

const ENDS_CODA = /^[lrxzmnɾs]/;

/** i and u beside another vowel become glides: "pai", "água", "história", but "saída", "raiz", "rainha". */
export function joinVowels(sounds: Sound[], word: string): void {
  // "raiz", "juiz", "caiu": the last i or u but one begins a syllable, although nothing in its sounds tells.
  const apart = /(?:[aeou][iu]z|[aeo]iu)$/.test(word) ? sounds.length - 2 : -1;
  for (let at = 1; at < sounds.length; at++) {
    const [before, sound, next] = [sounds[at - 1]!, sounds[at]!, sounds[at + 1]];
    if (before.kind !== 'vowel' || sound.kind !== 'vowel' || at === apart) continue;
    // ão, ãe, õe.
    if (before.accent === 'tilde' && /[oei]/.test(sound.sign)) {
      sound.kind = 'glide';
      sound.nasal = true;
    } else if (
      /[iu]/.test(sound.sign) &&
      !sound.accent &&
      before.sign !== sound.sign &&
      joinsBefore(sounds, at, next)
    )
      sound.kind = 'glide';
  }
  joinRising(sounds);
}

/** Whether i or u at `at` ends the syllable of the vowel before it. */
function joinsBefore(sounds: readonly Sound[], at: number, next: Sound | undefined): boolean {
  if (!next) return true;
  if (next.sign === 'ɲ') return false;
  if (next.kind !== 'consonant' || !ENDS_CODA.test(next.sign)) return true;
  // "raiz", "cair", "ruim", "ainda": the consonant closes a syllable of its own. The s of plurals does not.
  const after = sounds[at + 2];
  if (next.sign === 's' && !after) return true;
  return (
    after?.kind === 'vowel' ||
    (after?.kind === 'glide' && after.sign === 'w') ||
    next.sign === 's' ||
    next.sign === 'z'
  );
}

/** After the stressed vowel of words with an accent, i and u before the last vowel are glides: "história". */
function joinRising(sounds: Sound[]): void {
  const accent = sounds.findIndex((sound) => sound.accent === 'acute' || sound.accent === 'circumflex');
  if (accent < 0) return;
  for (let at = accent + 1; at < sounds.length - 1; at++) {
    const sound = sounds[at]!;
    const next = sounds[at + 1]!;
    if (sound.kind !== 'vowel' || next.kind !== 'vowel' || sound.accent || next.accent) continue;
    if (!/[iue]/.test(sound.sign) || sounds[at - 1]!.kind !== 'consonant') continue;
    sound.kind = 'glide';
    sound.sign = sound.sign === 'u' ? 'w' : 'j';
  }
}

/** Marks the stressed vowel: the written accent, or by the end of the word. */
export function stress(sounds: Sound[], word: string): void {
  const vowels = sounds.filter((sound) => sound.kind === 'vowel');
  const accent =
    vowels.find(({ accent }) => accent === 'acute' || accent === 'circumflex' || accent === 'grave') ??
    vowels.findLast(({ accent }) => accent === 'tilde');
  const isPlain =
    /(?:[aeo]s?|am|em|ens)$/.test(word) &&
    sounds.findLast(({ kind }) => kind !== 'consonant')?.kind === 'vowel';
  const found = accent ?? vowels.at(isPlain && vowels.length > 1 ? -2 : -1);
  if (found) found.stressed = true;
}

/** m and n that close a syllable make its vowel nasal. */
export function nasalise(sounds: Sound[]): void {
  for (let at = 0; at < sounds.length; at++) {
    const sound = sounds[at]!;
    const [next, after] = [sounds[at + 1], sounds[at + 2]];
    if (sound.kind === 'consonant' || !next || !/^[mn]$/.test(next.sign) || next.kind !== 'consonant')
      continue;
    if (after && after.kind !== 'consonant') continue;
    // "mm" and "nn" of names.
    if (after?.sign === next.sign) continue;
    sound.nasal = true;
    // What follows decides where it is said; before p and b it is m.
    next.sign = after && /[pb]/.test(after.sign) ? 'm' : 'ŋ';
  }
}
