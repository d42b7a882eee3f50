import type { EncoderInfo } from '../../operations/encoders/catalog.ts';
import { get, type ServerAddress, stream } from '../call/server-client.ts';
import { CommandError } from '../usage-error.ts';
import type { Speaker, SpeechWish } from './speaker.ts';

const PLAIN = '/rest/v2';
const TTS = '/tts/rest/v2';

/** Speaks on a server. */
export function serverSpeaker(server: ServerAddress): Speaker {
  return {
    async encoders(signal) {
      const lists = [
        await get(server, `${PLAIN}/encoders`, signal),
        await get(server, `${TTS}/encoders`, signal),
      ];
      if (!lists.every(isEncoders))
        throw new CommandError(`the answer of ${server.url} is no list of encoders`);
      return lists.flat();
    },
    async *speak(wish, signal) {
      yield* await stream(server, requestFor(wish), signal);
    },
  };
}

/** Encoders such as `alaw/8000/8/1` are those of the other path. */
const pathFor = (encoder: string | undefined) => (/^\w+\/\d+\/\d+\/\d+$/.test(encoder ?? '') ? TTS : PLAIN);

function requestFor({ text, ssml, ...choices }: SpeechWish) {
  const path = `${pathFor(choices.encoder)}/synthesize`;
  if (!ssml) {
    return {
      path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text, ...choices }),
    };
  }
  const chosen = Object.entries(choices).filter(([, value]) => value !== undefined);
  const named = Object.fromEntries(chosen.map(([name, value]) => [`x-${name}`, String(value)]));
  return { path: `${path}/ssml`, headers: { 'content-type': 'application/ssml+xml', ...named }, body: text };
}

function isEncoders(answer: unknown): answer is EncoderInfo[] {
  return Array.isArray(answer) && answer.every((each) => typeof each?.name === 'string');
}
