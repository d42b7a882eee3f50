import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { joinSamples } from '@locutor/audio';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFolder, startServer, type TestServer } from './support/server.ts';
import { au, type Bytes, fixture, halved, samplesOf, silence, ulaw, wav } from './support/speech.ts';
import { billing, enroll, locutor, type Verification, verify } from './support/verify.ts';

const SENTENCE = 'Good morning, I want to speak with an agent.';

const folder = newFolder();
let server: TestServer;
const ask = (configuration: object, audios: readonly Bytes[], user_ids = ['bob']) =>
  verify(server, { user_ids, min_verification_score: -1, configuration }, audios);
const answered = async (expected_text: string, audio: Bytes, more: object = {}) => {
  const { status, body } = await ask({ expected_text, ...more }, [audio]);
  expect([status, body.code]).toEqual([200, undefined]);
  const { results, utterances } = body as Verification;
  return [results[0]!.decision, ...utterances.map(({ rejected_cause }) => rejected_cause ?? 'used')];
};

beforeAll(async () => {
  // The voices of these tests are synthetic: with the detector on, a longer text would be fraud.
  server = await startServer({ LOCUTOR_ANTISPOOFING: 'off', LOCUTOR_MODELS_FETCH: 'start' }, folder);
  await enroll(server, { user_id: 'bob' }, ['digits.flac', 'no.opus', 'filler.opus'].map(fixture));
});
afterAll(() => server.stop());

describe('a string of digits that must be spoken', () => {
  it.each(['1234', '1 2 3 4', '12-34', 'one two three four'])('is found as %s', async (text) => {
    expect(await answered(text, fixture('digits.flac'))).toEqual(['ACCEPTED', 'used']);
  });

  it.each(['1235', '2234', '1224', '124', '12344', '4321', '7', 'one two three five'])(
    'is not found as %s, which rejects user and utterance',
    async (text) => {
      expect(await answered(text, fixture('digits.flac'))).toEqual(['REJECTED', 'WRONG_TEXT']);
    },
  );

  it('is not found in a sentence', async () => {
    expect(await answered('1234', fixture('sentence.flac'))).toEqual(['REJECTED', 'WRONG_TEXT']);
  });
});

describe('a sentence that must be spoken', () => {
  it('is found whatever its case and marks', async () => {
    expect(await answered(SENTENCE, fixture('sentence.flac'))).toEqual(['ACCEPTED', 'used']);
    expect(await answered(SENTENCE.toUpperCase(), fixture('sentence.mp3'))).toEqual(['ACCEPTED', 'used']);
  });

  it('is not found where another one is said', async () => {
    const other = 'Two large pepperoni pizzas, please';
    expect(await answered(other, fixture('sentence.flac'))).toEqual(['REJECTED', 'WRONG_TEXT']);
    expect(await answered('Good morning', fixture('sentence.flac'))).toEqual(['REJECTED', 'WRONG_TEXT']);
  });
});

describe('the utterances', () => {
  it('say the text together, and only those that are used', async () => {
    const digits = await samplesOf('digits.flac');
    const twice = wav(joinSamples([digits, silence(1), digits]));
    const both = { max_utterances: 2 };
    expect(await answered('12341234', twice, both)).toEqual(['ACCEPTED', 'used', 'used']);
    expect(await answered('1234', twice, both)).toEqual(['REJECTED', 'WRONG_TEXT', 'WRONG_TEXT']);
    const inWords = 'one two three four one nine three five';
    expect(await answered(inWords, twice, both)).toEqual(['REJECTED', 'WRONG_TEXT', 'WRONG_TEXT']);
    expect(await answered('1234', twice)).toEqual(['ACCEPTED', 'used', 'TRIMMED']);
  });

  it('may come in several audios, in their order', async () => {
    const audios = [fixture('digits.flac'), fixture('filler.opus')];
    const text = '1, 2, 3, 4. Um, I would like a large coffee';
    const { body } = await ask({ expected_text: text, max_utterances: 2 }, audios);
    expect(body.results[0].decision).toBe('ACCEPTED');
    const turned = await ask({ expected_text: text, max_utterances: 2 }, audios.toReversed());
    expect(turned.body.results[0].decision).toBe('REJECTED');
  });

  it('of more than half a minute say no text', async () => {
    const digits = await samplesOf('digits.flac');
    const long = wav(joinSamples(Array.from({ length: 16 }, () => digits)));
    const configuration = { expected_text: '1234', max_utterances: 20, end_silence: 3000 };
    const { body } = await ask(configuration, [long]);
    expect(body.results[0].decision).toBe('REJECTED');
  });
});

describe('an operation with another text', () => {
  it('is answered for every user, billed and audited', async () => {
    const configuration = { expected_text: 'purple elephants', account_tag: 'challenge' };
    const { status, body } = await ask(configuration, [fixture('digits.flac')], ['bob', 'nobody', 'bob']);
    expect(status).toBe(200);
    const { results, transaction_id } = body as Verification;
    expect(results.map(({ decision, error }) => [decision, error.code])).toEqual([
      ['REJECTED', 0],
      ['UNDECIDED', 1],
      ['REJECTED', 0],
    ]);
    expect(results[0]!.detail.biometric_decision).toBe('ACCEPTED');
    expect(results[0]!.score).toBeGreaterThan(0);
    const billed = billing(folder).find((row) => row.transaction_id === transaction_id);
    expect(billed).toMatchObject({
      operation: 'verify',
      account_tag: 'challenge',
      users: '3',
      outcome: 'DONE',
    });
    const audit = locutor(['audit', '--csv', '--user', 'bob'], folder).stdout;
    const [line] = audit.split(/\r?\n/).filter((each) => each.includes(transaction_id));
    expect(line).toContain(',bob,WRONG_TEXT,');
    // The text is part of a secret between a client and its user.
    expect(audit + server.log()).not.toContain('elephant');
  });

  it('is reported by the command too', () => {
    const file = new URL('fixtures/digits.flac', import.meta.url).pathname;
    const said = (text: string) =>
      locutor(['verify', 'bob', file, '--min-score', '-1', '--expected-text', text], folder).stdout;
    expect(said('1234')).toMatch(/used[\s\S]*ACCEPTED/);
    expect(said('1243')).toMatch(/WRONG_TEXT[\s\S]*REJECTED/);
  });
});

describe('what cannot be asked for', () => {
  it.each([
    [{ expected_text: '' }, 'configuration.expected_text: expected 1 to 200 letters'],
    [{ expected_text: 'x'.repeat(201) }, 'configuration.expected_text: expected 1 to 200 letters'],
    [{ expected_text: ['1'] }, 'configuration.expected_text: expected 1 to 200 letters'],
    [{ expected_text: '...' }, 'configuration.expected_text: expected at least one letter or digit'],
    [{ expected_text: '42', expected_text_language: 'de' }, 'expected numbers written in words'],
    [
      { expected_text: '42', expected_text_language: 'klingon' },
      'expected_text_language: expected a language',
    ],
    [{ expected_text_language: 'en' }, 'expected_text_language: expected none without expected_text'],
  ])('%j', async (configuration, message) => {
    const { status, body } = await ask(configuration, [fixture('digits.flac')]);
    expect([status, body.code]).toEqual([400, 'ERR_INVALID_PARAMETER']);
    expect(body.message).toContain(message);
  });

  it('a text in an enrolment', async () => {
    const configuration = { expected_text: '1234' };
    const { status, body } = await enroll(server, { configuration }, [fixture('digits.flac')]);
    expect([status, body.code]).toEqual([400, 'ERR_INVALID_PARAMETER']);
    expect(body.message).toContain('configuration.expected_text');
  });

  it('a language whose model is not installed', async () => {
    const models = newFolder();
    const from = process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir();
    for (const name of ['moonshine-base', 'silero-vad', 'speaker-embedding']) {
      symlinkSync(join(from, name), join(models, name));
    }
    const other = await startServer({ LOCUTOR_MODELS_DIR: models, LOCUTOR_MODELS_FETCH: 'start' });
    const configuration = { expected_text: 'bom dia', expected_text_language: 'pt-BR' };
    const { status, body } = await verify(other, { user_ids: ['bob'], configuration }, [fixture('yes.flac')]);
    await other.stop();
    expect([status, body.code]).toEqual([404, 'ERR_LM_NOT_FOUND']);
    expect(body.message).toContain(
      '"builtin:slm/pt" was not found: its model whisper-small is not installed',
    );
  });
});

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
const hasWhisper = store.missing(['whisper-small']).length === 0;

describe.skipIf(!hasWhisper)(
  `a text in another language${hasWhisper ? '' : ' (whisper-small is not in the store)'}`,
  () => {
    it.each([
      [
        'portuguese.opus',
        'pt-BR',
        'Previsão do tempo para amanhã em São Paulo',
        'Bom dia, quero falar com alguém',
      ],
      ['coffee-ja.opus', 'ja', 'コーヒーをください', 'ありがとうございます'],
    ])('is checked in %s', async (name, expected_text_language, right, other) => {
      const language = { expected_text_language };
      expect(await answered(right, fixture(name), language)).toEqual(['ACCEPTED', 'used']);
      expect(await answered(other, fixture(name), language)).toEqual(['REJECTED', 'WRONG_TEXT']);
    });
  },
);

it('a telephone line leaves digits to be checked', async () => {
  const digits = await samplesOf('digits.flac');
  const audio = au(ulaw(halved(digits)), 1, 8000);
  expect(await answered('1234', audio)).toEqual(['ACCEPTED', 'used']);
  expect(await answered('1239', audio)).toEqual(['REJECTED', 'WRONG_TEXT']);
});
