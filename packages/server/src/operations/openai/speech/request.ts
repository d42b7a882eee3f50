import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../../config/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { number, oneOf, wrong } from '../../../fields/index.ts';
import type { BodyShare } from '../../../http/body.ts';
import { clientOf } from '../../../http/client-id.ts';
import { readJsonValue } from '../../../http/json-body.ts';
import { readFields } from '../../synthesize/fields.ts';
import { readAccountTag } from '../../synthesize/request.ts';
import { mostBytes, type SpeechCall, speakable } from '../../synthesize/speech-call.ts';
import { SPEECH_FORMATS, speechFormats } from './formats.ts';
import { checkSpeechModel } from './models.ts';
import { speakerNamed } from './voices.ts';

/** The fields that have an effect; others are nobody's business. */
export const speechMembers = {
  model: Type.String(),
  input: Type.String({ description: 'The text to speak' }),
  voice: Type.String(),
  response_format: oneOf(SPEECH_FORMATS, { default: 'mp3' }),
  speed: number(0.25, 4, {
    default: 1,
    description: 'Speed, as a factor; no slower than 0.3, no faster than 3',
  }),
  stream_format: oneOf(['audio', 'sse'], { default: 'audio' }),
};

export interface SpeechOrder {
  readonly call: SpeechCall;
  /** As server-sent events. */
  readonly events: boolean;
}

const SLOWEST = 0.3;
const FASTEST = 3;

export async function readSpeechOrder(
  request: FastifyRequest,
  config: Config,
  share: BodyShare,
): Promise<SpeechOrder> {
  const body = await readJsonValue(request.raw, share, mostBytes(config.synthesisMaxCharacters));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw wrong('the body', 'an object', body);
  }
  const members = { ...(body as Record<string, unknown>) };
  if (members.response_format === 'aac') {
    throw new ServiceError(
      'ERR_NOT_SUPPORTED',
      `response_format: aac is not supported; there are ${SPEECH_FORMATS.join(', ')}`,
      { field: 'response_format' },
    );
  }
  // A voice may be named by an object, too.
  const { voice } = members;
  if (typeof voice === 'object' && voice !== null && 'id' in voice) members.voice = voice.id;
  const sent = readFields(speechMembers, members);
  checkSpeechModel(sent.model ?? missing('model'));
  const call = {
    ssml: false,
    ...speakable(sent.input ?? missing('input'), config.synthesisMaxCharacters, 'input'),
    voice: speakerNamed(sent.voice ?? missing('voice'), config.language),
    format: speechFormats[sent.response_format ?? 'mp3'],
    rate: Math.min(FASTEST, Math.max(SLOWEST, sent.speed ?? 1)),
    volume: 1,
    cache: config.synthesisCache,
    accountTag: readAccountTag(request),
    client: clientOf(request),
  };
  return { call, events: sent.stream_format === 'sse' };
}

function missing(field: string): never {
  throw new ServiceError('ERR_INVALID_PARAMETER', `${field} is missing`, { field });
}
