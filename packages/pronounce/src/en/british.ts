/** Words that the British say otherwise, beyond what the rules below make of the American sounds. */
const WORDS = `
adult: AE1 D AH2 L T
advertisement: AH0 D V ER1 T IH0 S M AH0 N T
again: AH0 G EY1 N
anti: AE1 N T IY0
ate: EH1 T
banana: B AH0 N AA1 N AH0
basil: B AE1 Z AH0 L
been: B IY1 N
beta: B IY1 T AH0
borough: B AH1 R AH0
brochure: B R OW1 SH AH0
buffet: B UH1 F EY2
clerk: K L AA1 K
data: D AA1 T AH0
debris: D EH1 B R IY0
depot: D EH1 P OW2
derby: D AA1 B IY0
dynasty: D IH1 N AH0 S T IY0
evolution: IY2 V AH0 L UW1 SH AH0 N
figure: F IH1 G AH0
figures: F IH1 G AH0 Z
fillet: F IH1 L IH0 T
garage: G AE1 R AA2 ZH | G AE1 R IH0 JH
garages: G AE1 R AA2 ZH IH0 Z | G AE1 R IH0 JH IH0 Z
glacier: G L AE1 S IY0 AH0
herb: HH ER1 B
herbs: HH ER1 B Z
issue: IH1 S Y UW0
issues: IH1 S Y UW0 Z
jaguar: JH AE1 G Y UW0 AH0
laboratory: L AH0 B AO1 R AH0 T R IY0
leisure: L EH1 ZH AH0
lever: L IY1 V AH0
lieutenant: L EH0 F T EH1 N AH0 N T
niche: N IY1 SH
pasta: P AE1 S T AH0
patent: P EY1 T AH0 N T
patents: P EY1 T AH0 N T S
privacy: P R IH1 V AH0 S IY0
process: P R OW1 S EH2 S
processes: P R OW1 S EH2 S IH0 Z
progress: P R OW1 G R EH2 S
route: R UW1 T
router: R UW1 T AH0
schedule: SH EH1 D Y UW0 L | SH EH1 JH UW0 L
schedules: SH EH1 D Y UW0 L Z | SH EH1 JH UW0 L Z
scone: S K AA1 N
shone: SH AA1 N
status: S T EY1 T AH0 S
thorough: TH AH1 R AH0
tissue: T IH1 S Y UW0
tissues: T IH1 S Y UW0 Z
tomato: T AH0 M AA1 T OW2
tomatoes: T AH0 M AA1 T OW2 Z
vase: V AA1 Z
vases: V AA1 Z IH0 Z
vitamin: V IH1 T AH0 M IH0 N
vitamins: V IH1 T AH0 M IH0 N Z
what: W AA1 T
yogurt: Y AA1 G AH0 T
yoghurt: Y AA1 G AH0 T
zebra: Z EH1 B R AH0
zebras: Z EH1 B R AH0 Z
`;

const listed: ReadonlyMap<string, readonly string[]> = new Map(
  WORDS.trim()
    .split('\n')
    .map((line) => {
      const [word, ways] = line.split(': ');
      return [word!, ways!.split(' | ')];
    }),
);

/** What the British say otherwise in words that are spelled in some way, in ARPAbet. */
const BY_SPELLING: readonly (readonly [spelling: RegExp, american: RegExp, british: string])[] = [
  // "missile", "fragile".
  [/iles?$/, /AH0 L(?= Z$|$)/, 'AY2 L'],
  // "secretary", "dictionary", "territory": the vowel is not the stressed one, as it is in "vary" and "story".
  [/[ae]r(?:y|ies)$/, /EH2 R IY0/, 'R IY0'],
  [/or(?:y|ies)$/, /AO2 R IY0/, 'R IY0'],
  // "tune", "new", "duty".
  [/[tdn](?:u|ew|eu)/, /\b([TDN]) UW/, '$1 Y UW'],
  [/t(?:u|ew|eu)/, /\bT UW/, 'CH UW'],
  [/d(?:u|ew|eu)/, /\bD UW/, 'JH UW'],
];

/** Beginnings of words that have the vowel of "father" in the south of England: which ones do is a matter of history. */
const BROAD =
  /^(?:advan[ct]|after|answer|ask|aunt|bask|bath|branch|brass|broadcast|calf|can't|cask|cast|chance|chant|class(?!i)|command|contrast|craft|dance|demand|disast|draft|example|fast|flask|forecast|france|glance|glass|grant|graph(?!i)|grasp|grass|half|last|laugh|mask|mast|nasty|paragraph|pass(?!eng|ion|ive)|past(?![aeiry])|path(?!e)|photograph(?!i)|plant|plaster|raft|rather|sample|shaft|staff|task|vast)/;
const BROAD_A = /æ(?=[fsθð]|n[tsʧd]|mp)/g;
/** Nobody in the south of England says an r that no vowel follows. */
const SILENT_R = /ɹ(?![AIOWYiuæɑəɛɜɪʊʌɔ])/g;
/** "Here", "air" and "poor" have a second vowel instead. */
const CENTRING = /([ɪiɛʊu])ɹ(?![AIOWYiuæɑəɛɜɪʊʌɔ])/g;

/** The British ways to say a word of some American sounds, both in ARPAbet. */
export function britishSounds(word: string, american: readonly string[]): string[][] {
  const own = listed.get(word) ?? [];
  const sounds = american.join(' ');
  const ruled = BY_SPELLING.flatMap(([spelling, from, to]) =>
    spelling.test(word) && from.test(sounds) ? [sounds.replace(from, to)] : [],
  );
  return [...own, ...ruled].map((way) => way.split(' '));
}

/** A word with its British vowels and silent r, where it has any: signs of sounds in, signs of sounds out. */
export function britishAccents(word: string, sounds: string): string[] {
  const silent = sounds.replace(CENTRING, '$1ə').replace(SILENT_R, '');
  return BROAD.test(word) ? [silent, silent.replace(BROAD_A, 'ɑ')] : [silent];
}
