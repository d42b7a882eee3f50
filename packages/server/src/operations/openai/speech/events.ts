import { Readable } from 'node:stream';
import type { SynthesizeOutput } from '@locutor/contract';
import type { FastifyReply } from 'fastify';
import { errorStatus } from '../../../http/error-status.ts';
import type { BillingLog } from '../../../store/index.ts';
import { billSpeech, type Served } from '../../synthesize/serve-speech.ts';
import type { SpeechCall } from '../../synthesize/speech-call.ts';
import { errorBody } from '../error-body.ts';

/** Speech as server-sent events. There was audio already: what goes wrong now is the last event. */
export function speechEvents(
  served: Served,
  call: SpeechCall,
  billing: BillingLog,
  reply: FastifyReply,
): Readable {
  async function* events() {
    try {
      for await (const part of partsOf(served)) {
        yield event({ type: 'speech.audio.delta', audio: Buffer.from(part).toString('base64') });
      }
      await billSpeech(call, billing, (await outputOf(served)).audioMs);
      // Characters stand for tokens of text; audio has none.
      const usage = { input_tokens: call.characters, output_tokens: 0, total_tokens: call.characters };
      yield event({ type: 'speech.audio.done', usage });
    } catch (error) {
      const failure = reply.failureOf(error);
      yield event(errorBody(failure, errorStatus[failure.code]));
    }
  }
  return Readable.from(events());
}

function partsOf(served: Served): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return 'cached' in served ? [served.cached.audio] : served.speech.parts();
}

async function outputOf(served: Served): Promise<SynthesizeOutput> {
  return 'cached' in served ? served.cached : served.speech.output;
}

function event(body: object): string {
  return `data: ${JSON.stringify(body)}\n\n`;
}
