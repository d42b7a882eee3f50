import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fakeAlternative, fakeResult } from '../testing/fake-host.ts';
import { transcriptionOf } from './transcription.ts';

const told = (...result: Parameters<typeof fakeResult>) => {
  const text = transcriptionOf(fakeResult(...result), 'en-US');
  return text === undefined ? undefined : JSON.parse(text);
};

it('has the words, their confidence and what they mean', () => {
  const alternatives = [
    fakeAlternative('an agent', { interpretations: ['{"who":"agent"}'] }),
    fakeAlternative('an asian'),
  ];
  expect(told('RECOGNIZED', { alternatives })).toEqual({
    type: 'transcription',
    is_final: true,
    alternatives: [
      { confidence: 0.87, transcript: 'an agent', interpretations: ['{"who":"agent"}'] },
      { confidence: 0.87, transcript: 'an asian' },
    ],
    channel: 1,
    language: 'en-US',
  });
});

it.each([
  ['builtin:slm/pt', 'pt'],
  ['builtin:slm/general', 'en-US'],
  ['builtin:slm/auto', 'en-US'],
  ['builtin:grammar/digits', 'en-US'],
])('of %s is in %s', (lm, language) => {
  expect(told('RECOGNIZED', { alternatives: [fakeAlternative('a', { lm })] })).toMatchObject({ language });
});

it.each(['NO_MATCH', 'NO_INPUT_TIMEOUT', 'RECOGNITION_TIMEOUT', 'EARLY_SPEECH'] as const)(
  'is empty for %s',
  (status) => {
    expect(told(status)).toMatchObject({ is_final: true, alternatives: [{ transcript: '', confidence: 0 }] });
  },
);

it('is not written for silence and a recognition that goes on in another', () => {
  expect(told('NO_SPEECH')).toBeUndefined();
  expect(told('MAX_SPEECH')).toBeUndefined();
});

it.each(['FAILURE', 'CANCELED'] as const)('is an error for %s', (status) => {
  expect(told(status)).toEqual({
    type: 'error',
    error: `the recognition ended with ${status}`,
    code: 'ERR_BUSY',
  });
});

it('always has an alternative: jambonz reads the first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string()),
      fc.constantFrom('RECOGNIZED', 'NO_MATCH', 'MAX_SPEECH'),
      (texts, status) => {
        const message = told(status, { alternatives: texts.map((text) => fakeAlternative(text)) });
        if (message) expect(typeof message.alternatives[0].transcript).toBe('string');
      },
    ),
  );
});
