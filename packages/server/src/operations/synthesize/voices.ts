import {
  type SynthesisVoice,
  type SynthesizerName,
  voices as spoken,
  voiceLanguage,
} from '@locutor/contract';
import { languageOf } from '../../common/languages.ts';
import type { Config } from '../../config/index.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import type { ModelLibrary } from '../../models/model-library.ts';

/** A voice as clients name it. */
export interface Voice {
  readonly name: string;
  readonly mode: 'PERFORMANCE' | 'QUALITY';
  readonly model: SynthesizerName;
  /** As the engine knows it. */
  readonly voice: SynthesisVoice;
}

/** Behind the name of a voice: the same voice by the model in full precision. */
const QUALITY = '-quality';

/** All of the quantised model, then all of the other one. */
const voices: readonly Voice[] = [
  ...spoken.map((voice): Voice => ({ name: voice.name, mode: 'PERFORMANCE', model: 'kokoro', voice })),
  ...spoken.map(
    (voice): Voice => ({ name: `${voice.name}${QUALITY}`, mode: 'QUALITY', model: 'kokoro-full', voice }),
  ),
];

const byName: ReadonlyMap<string, Voice> = new Map(voices.map((voice) => [voice.name, voice]));

/** Throws ERR_VOICE_NOT_FOUND. */
export function voiceNamed(name: string): Voice {
  const found = byName.get(name);
  if (found) return found;
  throw new ServiceError(
    'ERR_VOICE_NOT_FOUND',
    `there is no voice ${quote(name)}; GET /rest/v2/voices lists them`,
    { field: 'voice' },
  );
}

/** The voice of requests that name none. */
export function defaultVoice({
  synthesisVoice,
  language,
}: Pick<Config, 'synthesisVoice' | 'language'>): Voice {
  if (synthesisVoice !== 'auto') return voiceNamed(synthesisVoice);
  return voices.find(({ voice }) => voiceLanguage(voice) === language) ?? voices[0]!;
}

/**
 * The voice for a language that a request names instead of a voice: the default one if it speaks it, otherwise the best one
 * of that language, if possible of the region. Throws ERR_VOICE_NOT_FOUND.
 */
export function voiceSpeaking(tag: string, config: Pick<Config, 'synthesisVoice' | 'language'>): Voice {
  const wanted = tag.replaceAll('_', '-').toLowerCase();
  const usual = defaultVoice(config);
  const code = languageOf(tag);
  const able = [usual, ...voices].filter(({ voice }) => voiceLanguage(voice) === code);
  const found = able.find(({ voice }) => voice.languages[0]!.toLowerCase() === wanted) ?? able[0];
  if (found) return found;
  throw new ServiceError(
    'ERR_VOICE_NOT_FOUND',
    `there is no voice for the language ${quote(tag)}; GET /rest/v2/voices lists them`,
    { field: 'language' },
  );
}

/** One voice as the list of voices shows it. */
export interface VoiceInfo {
  readonly name: string;
  readonly languages: readonly string[];
  readonly mode: Voice['mode'];
  readonly available: boolean;
}

export function voiceInfos(library: Pick<ModelLibrary, 'list'>): VoiceInfo[] {
  const ready = new Set<string>(
    library
      .list()
      .filter((model) => model.ready)
      .map(({ name }) => name),
  );
  return voices.map(({ name, mode, model, voice }) => ({
    name,
    languages: voice.languages,
    mode,
    available: ready.has(model),
  }));
}
