import { voiceFor } from '@locutor/contract';
import { type Voice, voiceNamed } from '../../synthesize/voices.ts';

/** The names by which clients of this interface ask, and who speaks for them in English. */
const SPEAKERS: ReadonlyMap<string, string> = new Map([
  ['alloy', 'af_alloy'],
  ['ash', 'am_michael'],
  ['ballad', 'bm_george'],
  ['cedar', 'am_fenrir'],
  ['coral', 'af_bella'],
  ['echo', 'am_echo'],
  ['fable', 'bm_fable'],
  ['marin', 'af_heart'],
  ['nova', 'af_nova'],
  ['onyx', 'am_onyx'],
  ['sage', 'af_sarah'],
  ['shimmer', 'af_sky'],
  ['verse', 'am_puck'],
]);

export const openAiVoices: readonly string[] = [...SPEAKERS.keys()];

/** One of those names speaks the language of the server; a voice of the server is itself. Throws ERR_VOICE_NOT_FOUND. */
export function speakerNamed(name: string, language: string): Voice {
  const known = SPEAKERS.get(name.toLowerCase());
  if (known === undefined) return voiceNamed(name);
  return voiceNamed(voiceFor(language, voiceNamed(known).voice).name);
}
