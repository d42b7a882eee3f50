import type { IncomingHttpHeaders } from 'node:http';
import type { AudioInput, DecodeAs } from '@locutor/contract';
import type { Config } from '../../config/index.ts';
import type { ClaimedJob } from '../../store/index.ts';
import { parameters } from '../parameters/declarations.ts';
import { classifierHeaders } from '../recognize/classifiers.ts';
import { diarizationParameters } from '../recognize/diarization/parameters.ts';
import { checkHead, type RecognitionCall } from '../recognize/request.ts';

/** The headers that say how to recognise; no other is kept. */
const HEADERS: ReadonlySet<string> = new Set(
  [
    ...Object.keys(classifierHeaders),
    ...[...Object.keys(parameters), ...Object.keys(diarizationParameters)].flatMap((name) => [
      name,
      name.replaceAll('.', '-'),
    ]),
  ].map((name) => name.toLowerCase()),
);

/**
 * A call as it waits in the database: as the client worded it, because the version of the server that does the work may
 * be a later one.
 */
interface StoredCall {
  readonly headers: IncomingHttpHeaders;
  readonly lm: readonly string[];
  readonly inline: readonly { readonly bytes: string; readonly mediaType: string | null }[];
  readonly decode: DecodeAs;
  readonly requestId: string;
  /** Of the request that asked for it, where that was traced. */
  readonly trace?: string;
}

export function storeCall(
  { references, inline, audio, caller }: RecognitionCall,
  headers: IncomingHttpHeaders,
  trace?: string,
): Buffer {
  const stored: StoredCall = {
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => HEADERS.has(name))),
    lm: references.map(({ uri }) => uri),
    inline: inline.map(({ bytes, mediaType }) => ({
      bytes: Buffer.from(bytes).toString('base64'),
      mediaType: mediaType ?? null,
    })),
    decode: ('decode' in audio && audio.decode) || {},
    requestId: caller.requestId,
    ...(trace !== undefined && { trace }),
  };
  return Buffer.from(JSON.stringify(stored));
}

/** What is known of where a job comes from before it is done. */
export function originOf(request: Buffer | undefined): Partial<Pick<StoredCall, 'requestId' | 'trace'>> {
  return request === undefined ? {} : (JSON.parse(request.toString()) as StoredCall);
}

type HeadConfig = Parameters<typeof checkHead>[1];

/** The same call again. Throws a ServiceError where the configuration does not allow it any more. */
export function restoreCall(
  { owner }: Pick<ClaimedJob, 'owner'>,
  request: Buffer,
  audio: Uint8Array,
  config: HeadConfig & Pick<Config, 'deployment'>,
): RecognitionCall {
  const { headers, lm, inline, decode, requestId } = JSON.parse(request.toString()) as StoredCall;
  const sent = { headers, lm: lm.length > 0 ? lm : undefined, lmOptional: inline.length > 0 };
  return {
    ...checkHead(sent, config, 'current'),
    audio: { bytes: audio, decode } satisfies AudioInput,
    inline: inline.map(({ bytes, mediaType }) => ({
      bytes: Buffer.from(bytes, 'base64'),
      mediaType: mediaType ?? undefined,
    })),
    client: `job of ${owner}`,
    caller: { actor: owner, requestId },
    acceptedAt: performance.now(),
  };
}
