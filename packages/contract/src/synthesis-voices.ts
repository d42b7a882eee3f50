/** A voice of the synthesis model, as people choose it. */
export interface SynthesisVoice {
  name: string;
  /** Language tags, the first one being its own. */
  languages: readonly string[];
  gender: 'female' | 'male';
  /** What the makers of the model think of it, from A to F; they did not grade all. */
  grade?: string;
}

type Row = readonly [name: string, grade?: string];

// In the order in which a list should show them: the best one of a language first.
const AMERICAN: readonly Row[] = [
  ['af_heart', 'A'],
  ['af_bella', 'A-'],
  ['af_nicole', 'B-'],
  ['af_aoede', 'C+'],
  ['af_kore', 'C+'],
  ['af_sarah', 'C+'],
  ['am_michael', 'C+'],
  ['am_fenrir', 'C+'],
  ['am_puck', 'C+'],
  ['af_alloy', 'C'],
  ['af_nova', 'C'],
  ['af_sky', 'C-'],
  ['af_jessica', 'D'],
  ['af_river', 'D'],
  ['am_echo', 'D'],
  ['am_eric', 'D'],
  ['am_liam', 'D'],
  ['am_onyx', 'D'],
  ['am_santa', 'D-'],
  ['am_adam', 'F+'],
];
const BRITISH: readonly Row[] = [
  ['bf_emma', 'B-'],
  ['bf_isabella', 'C'],
  ['bm_fable', 'C'],
  ['bm_george', 'C'],
  ['bm_lewis', 'D+'],
  ['bf_alice', 'D'],
  ['bf_lily', 'D'],
  ['bm_daniel', 'D'],
];
const PORTUGUESE: readonly Row[] = [['pf_dora'], ['pm_alex'], ['pm_santa']];
const SPANISH: readonly Row[] = [['ef_dora'], ['em_alex'], ['em_santa']];

/** Every voice that can be asked for. The model has others, of languages that are not pronounced here. */
export const voices: readonly SynthesisVoice[] = [
  ...AMERICAN.map(voiceOf(['en-US'])),
  ...BRITISH.map(voiceOf(['en-GB'])),
  ...PORTUGUESE.map(voiceOf(['pt-BR'])),
  ...SPANISH.map(voiceOf(['es'])),
];

function voiceOf(languages: readonly string[]): (row: Row) => SynthesisVoice {
  return ([name, grade]) => ({
    name,
    languages,
    gender: name[1] === 'f' ? 'female' : 'male',
    ...(grade && { grade }),
  });
}

const BY_NAME: ReadonlyMap<string, SynthesisVoice> = new Map(voices.map((voice) => [voice.name, voice]));

export function voiceNamed(name: string): SynthesisVoice | undefined {
  return BY_NAME.get(name);
}

/** The primary subtag of the language that a voice speaks. */
export function voiceLanguage(voice: SynthesisVoice): string {
  return voice.languages[0]!.split('-', 1)[0]!;
}

/** The voice itself where it speaks the language, otherwise one of that language, of the same gender. */
export function voiceFor(language: string, asked: SynthesisVoice): SynthesisVoice {
  if (voiceLanguage(asked) === language) return asked;
  const able = voices.filter((voice) => voiceLanguage(voice) === language);
  return able.find(({ gender }) => gender === asked.gender) ?? able[0] ?? asked;
}
