import { synthesize } from '@locutor/engine';
import type { Config } from '../../config/index.ts';
import { quote } from '../../errors/index.ts';
import { encoderCatalog } from '../../operations/encoders/catalog.ts';
import { formatOf } from '../../operations/encoders/encoded-format.ts';
import { synthesisFailure } from '../../operations/synthesize/failure.ts';
import { speakable } from '../../operations/synthesize/speech-call.ts';
import { awaitVoice, inputOf } from '../../operations/synthesize/spoken-input.ts';
import { defaultVoice, voiceNamed } from '../../operations/synthesize/voices.ts';
import { asUsage } from '../as-usage.ts';
import { localEngine } from '../local-engine.ts';
import { UsageError } from '../usage-error.ts';
import type { Speaker, SpeechWish } from './speaker.ts';

/** Of all catalogs; names that two of them have mean the same. */
const ENCODERS = (['A', 'B', 'C'] as const).flatMap(encoderCatalog);

/** Speaks with the voices of this machine, for the duration of the work. */
export async function withLocalSpeaker<T>(
  config: Config,
  work: (speaker: Speaker) => Promise<T>,
): Promise<T> {
  const { engine, fetched, close } = await localEngine(config, 1);
  const speaker: Speaker = {
    encoders: async () => ENCODERS,
    async *speak(wish, signal) {
      const call = asUsage(() => callOf(wish, config));
      await awaitVoice(fetched, call.voice, { seconds: config.jobSeconds, signal });
      await engine.start();
      try {
        yield* synthesize(engine, inputOf(call), { signal });
      } catch (error) {
        signal.throwIfAborted();
        throw synthesisFailure(error);
      }
    },
  };
  try {
    return await work(speaker);
  } finally {
    await close();
  }
}

function callOf({ ssml, voice, encoder, rate = 1, volume = 1, ...wish }: SpeechWish, config: Config) {
  const { text } = speakable(wish.text, config.synthesisMaxCharacters, 'text');
  const chosen = voice === undefined ? defaultVoice(config) : voiceNamed(voice);
  return { text, ssml, voice: chosen, format: formatNamed(encoder, config), rate, volume };
}

/** By default the first WAV of the configured catalog, as on a server. */
function formatNamed(name: string | undefined, config: Config) {
  const isWanted = ({ name: each, codec }: (typeof ENCODERS)[number]) =>
    name === undefined ? codec === 'wav' : each === name;
  const entry = [...encoderCatalog(config.encoderCatalog), ...ENCODERS].find(isWanted);
  if (entry) return formatOf(entry);
  throw new UsageError(`there is no encoder ${quote(name ?? '')}; the catalogs of ENCODERS have all of them`);
}
