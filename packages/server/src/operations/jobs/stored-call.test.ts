import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { readLms } from '../../grammars/index.ts';
import type { RecognitionCall } from '../recognize/request.ts';
import { restoreCall, storeCall } from './stored-call.ts';

const { config } = loadConfig({}, process.cwd());
const AUDIO = Uint8Array.of(1, 2, 3);

function callWith(changes: Partial<RecognitionCall>): RecognitionCall {
  return {
    audio: { bytes: AUDIO, decode: { detectGsm: true } },
    references: [],
    inline: [],
    caller: { actor: 'token:ana', requestId: 'r-1' },
    ...changes,
  } as RecognitionCall;
}

it('is the same call again: language models, grammars, parameters, classifiers and speakers', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 50 }),
      fc.option(fc.constantFrom('application/srgs', 'text/plain; charset=iso-8859-1'), { nil: undefined }),
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom(
        'builtin:slm/pt-BR',
        'builtin:grammar/digits?length=4;language=pt',
        'file:menu.abnf#main',
      ),
      (bytes, mediaType, sentences, lm) => {
        const headers = {
          'decoder.maxsentences': String(sentences),
          'infer-age-enabled': 'true',
          'diarization-enabled': '1',
          authorization: 'Bearer secret',
          cookie: 'secret',
        };
        const sent = callWith({ references: readLms(lm), inline: [{ bytes, mediaType }] });
        const stored = storeCall(sent, headers);
        expect(stored.toString()).not.toContain('secret');
        const call = restoreCall({ owner: 'token:ana' }, stored, AUDIO, config);
        expect(call.references).toEqual(sent.references);
        expect(call.inline.map((each) => ({ ...each, bytes: new Uint8Array(each.bytes) }))).toEqual(
          sent.inline,
        );
        expect(call.audio).toEqual(sent.audio);
        expect(call.parameters['decoder.maxSentences']).toBe(sentences);
        expect([...call.classifiers]).toEqual(['age']);
        expect(call.diarization).toMatchObject({ users: undefined });
        expect(call.caller).toEqual(sent.caller);
      },
    ),
  );
});

it('is refused where the configuration does not allow it any more', () => {
  const stored = storeCall(callWith({ references: readLms('builtin:slm/general') }), {
    'decoder.maxsentences': '2',
  });
  const hosted = { ...config, deployment: 'hosted' } as const;
  expect(() => restoreCall({ owner: 'token:ana' }, stored, AUDIO, hosted)).toThrow(/dotted header names/);
});
