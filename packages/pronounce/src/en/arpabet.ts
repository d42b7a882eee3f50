/** From ARPAbet, in which the dictionary is written, to the symbols of the synthesis model. */
const CONSONANTS: Readonly<Record<string, string>> = {
  ...{ B: 'b', CH: 'ʧ', D: 'd', DH: 'ð', F: 'f', G: 'ɡ', HH: 'h', JH: 'ʤ', K: 'k', L: 'l', M: 'm', N: 'n' },
  ...{ NG: 'ŋ', P: 'p', R: 'ɹ', S: 's', SH: 'ʃ', T: 't', TH: 'θ', V: 'v', W: 'w', Y: 'j', Z: 'z', ZH: 'ʒ' },
};
const VOWELS: Readonly<Record<string, string>> = {
  ...{ AA: 'ɑ', AE: 'æ', AH: 'ʌ', AO: 'ɔ', AW: 'W', AY: 'I', EH: 'ɛ', ER: 'ɜɹ', EY: 'A' },
  ...{ IH: 'ɪ', IY: 'i', OW: 'O', OY: 'Y', UH: 'ʊ', UW: 'u' },
};
const STRESS: Readonly<Record<string, string>> = { '0': '', '1': 'ˈ', '2': 'ˌ' };

// Where an unstressed short i keeps its colour: "-ing", "-ic", "-ish", "-age", "-ist".
const KEEPS_I = new Set(['NG', 'K', 'SH', 'JH', 'CH']);
const BEFORE_SYLLABIC_N = new Set(['T', 'D', 'S', 'Z', 'P', 'K']);
const VOWEL_SIGN = /[AIOWYiuæɑəɛɜɪʊʌᵻɔ]/;

/** The symbols of a row of sounds: "HH AH0 L OW1" is "həlˈO". */
export function modelSounds(sounds: readonly string[]): string {
  let said = '';
  for (let at = 0; at < sounds.length; at++) {
    const sound = sounds[at]!;
    const vowel = /^([A-Z]+)([012])$/.exec(sound);
    if (!vowel) said += consonant(sounds, at, said);
    else said += vowelSign(sounds, at, vowel[1]!, vowel[2]!);
  }
  return said;
}

function consonant(sounds: readonly string[], at: number, said: string): string {
  if (sounds[at] === 'T' && isFlapped(sounds, at, said)) return 'T';
  return CONSONANTS[sounds[at]!] ?? '';
}

/** The t of "water": after a vowel or r, before an unstressed vowel. The one of "button" is not. */
function isFlapped(sounds: readonly string[], at: number, said: string): boolean {
  const next = sounds[at + 1];
  if (!next || !/0$/.test(next) || isSyllabic(sounds, at + 1, 'N')) return false;
  return VOWEL_SIGN.test(said.at(-1) ?? '') || said.endsWith('ɹ');
}

function vowelSign(sounds: readonly string[], at: number, name: string, stress: string): string {
  const next = sounds[at + 1];
  if (stress === '0') {
    if (name === 'ER') return 'əɹ';
    if (name === 'AH') return isSyllabic(sounds, at, 'L') || isSyllabic(sounds, at, 'N') ? 'ᵊ' : 'ə';
    if (name === 'IH') return reducedI(sounds, at);
  }
  if (next === 'R' && name === 'AE') return `${STRESS[stress]}ɛ`;
  if (next === 'R' && name === 'IY') return `${STRESS[stress]}ɪ`;
  return `${STRESS[stress]}${VOWELS[name] ?? ''}`;
}

/** Whether the vowel at `at` and the consonant behind it are one syllable without a vowel: "bottle", "button". */
function isSyllabic(sounds: readonly string[], at: number, consonant: 'L' | 'N'): boolean {
  if (sounds[at] !== 'AH0' || sounds[at + 1] !== consonant) return false;
  const before = sounds[at - 1];
  if (!before || !CONSONANTS[before] || before === 'R' || before === 'W' || before === 'Y') return false;
  const after = sounds[at + 2];
  if (after && /\d$/.test(after)) return false;
  if (!sounds.slice(0, at).some((sound) => /\d$/.test(sound))) return false;
  return consonant === 'L' ? !after || after === 'Z' || after === 'D' : BEFORE_SYLLABIC_N.has(before);
}

function reducedI(sounds: readonly string[], at: number): string {
  const next = sounds[at + 1];
  if (at === 0 || !next || KEEPS_I.has(next) || next === 'R') return 'ɪ';
  if (next === 'S' && sounds[at + 2] === 'T') return 'ɪ';
  // The endings of "houses" and "wanted".
  if (at + 2 === sounds.length && (next === 'Z' || next === 'D')) return 'ᵻ';
  return 'ə';
}
