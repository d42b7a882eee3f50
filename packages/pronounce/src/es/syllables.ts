/** A letter or several with one sound. */
export interface Sound {
  sign: string;
  kind: 'vowel' | 'glide' | 'consonant';
  /** Whether the spelling puts the stress here. */
  accent?: boolean;
}

/** Where the stress falls: the written accent, otherwise the last syllable but one before a vowel, n or s. */
export function stressedVowel(sounds: readonly Sound[], word: string): number {
  const vowels = sounds.flatMap((sound, at) => (sound.kind === 'vowel' ? [at] : []));
  const accent = vowels.find((at) => sounds[at]!.accent);
  if (accent !== undefined) return accent;
  const isPlain = /[aeiouns]$/.test(word) && !/[aeo]y$/.test(word);
  return vowels.at(isPlain && vowels.length > 1 ? -2 : -1) ?? -1;
}
