import { describe, expect, it } from 'vitest';
import { readVerifyRequest } from './request.ts';

const read = (members: object) => readVerifyRequest({ user_ids: ['ana'], ...members });
const configured = (members: object) => read({ configuration: members }).configuration;

describe('a verification request', () => {
  it('has the defaults of the interface', () => {
    expect(readVerifyRequest({ user_ids: ['ana'] })).toEqual({
      place: { repository: 'default', scenario: 'default' },
      userIds: ['ana'],
      mediaType: 'auto',
      threshold: undefined,
      configuration: {
        minSpeech: 1000,
        maxSpeech: 120_000,
        minUtterances: 1,
        maxUtterances: 1,
        endSilence: 1000,
        beyond: 'trim',
        genderDetection: false,
        ageDetection: false,
        accountTag: '',
        loggingTag: '',
        antispoofing: {},
      },
    });
  });

  it('keeps everything it is given', () => {
    expect(
      readVerifyRequest({
        repository_uri: 'https://voices.example/a',
        scenario: 'Digits_1',
        user_ids: ['b', 'a', 'b'],
        media_type: 'pcm/8000/16/mono',
        min_verification_score: -0.25,
        configuration: {
          split_mode: 'UTTERANCE',
          min_speech: 2000,
          max_speech: 2000,
          min_utterances: 2,
          max_utterances: 20,
          end_silence: 250,
          max_constraint_behavior: 'abort',
          account_tag: 'Branch-1_x',
          logging_tag: 'call 7',
          gender_detection: true,
          age_detection: false,
          expected_text: '4 7 1 1',
          expected_text_language: 'pt-BR',
          antispoofing_detection: true,
          antispoofing_reject_threshold: 1.5,
          antispoofing_accept_threshold: -3,
        },
      }),
    ).toEqual({
      place: { repository: 'https://voices.example/a', scenario: 'Digits_1' },
      userIds: ['b', 'a', 'b'],
      mediaType: 'pcm/8000/16/mono',
      threshold: -0.25,
      configuration: {
        minSpeech: 2000,
        maxSpeech: 2000,
        minUtterances: 2,
        maxUtterances: 20,
        endSilence: 250,
        beyond: 'abort',
        genderDetection: true,
        ageDetection: false,
        accountTag: 'Branch-1_x',
        loggingTag: 'call 7',
        expectedText: { text: '4 7 1 1', language: 'pt' },
        antispoofing: { enabled: true, reject: 1.5, accept: -3 },
      },
    });
  });

  it('accepts as many utterances as it needs at least by default', () => {
    expect(configured({ min_utterances: 4 }).maxUtterances).toBe(4);
    expect(configured({ min_utterances: 4, max_utterances: 9 }).maxUtterances).toBe(9);
  });

  it('takes any user id that is text', () => {
    const ids = ["'; DROP TABLE voices; --", '<script>', 'ação', '🎙️'.repeat(128), ' ', 'a/b%2F', '__proto__'];
    expect(read({ user_ids: ids }).userIds).toEqual(ids);
    expect(read({ user_ids: ['𝕏'.repeat(256)] }).userIds[0]).toHaveLength(512);
  });

  const wrong = (members: object, message: string) =>
    [JSON.stringify(members).slice(0, 60), members, message] as const;
  it.each([
    wrong({ user_ids: [] }, 'user_ids: expected a list of 1 to 128, got one of 0'),
    wrong({ user_ids: 'ana' }, 'user_ids: expected a list of 1 to 128, got "ana"'),
    wrong({ user_ids: Array(129).fill('a') }, 'user_ids: expected a list of 1 to 128, got one of 129'),
    wrong(
      { user_ids: ['a', ''] },
      'user_ids[1]: expected 1 to 256 characters without control characters, got ""',
    ),
    wrong({ user_ids: ['a\u0000'] }, 'user_ids[0]: expected 1 to 256 characters'),
    wrong({ user_ids: ['\ud800'] }, 'user_ids[0]: expected 1 to 256 characters'),
    wrong({ user_ids: ['x'.repeat(257)] }, 'user_ids[0]: expected 1 to 256 characters'),
    wrong({ user_ids: [7] }, 'user_ids[0]: expected 1 to 256 characters without control characters, got 7'),
    wrong(
      { user_ids: ['a\u202eb'] },
      'user_ids[0]: expected no characters that are invisible or change the direction of writing (control, format ' +
        'and separator characters), got "a\\u202eb"',
    ),
    wrong({ user_ids: ['a\u200db'] }, 'user_ids[0]: expected no characters that are invisible'),
    wrong({ user_ids: ['\ufeffana'] }, 'user_ids[0]: expected no characters that are invisible'),
    wrong({ repository_uri: 'a\u2028b' }, 'repository_uri: expected no characters that are invisible'),
    wrong({ scenario: 'a\u200b' }, 'scenario: expected 1 to 64 characters'),
    wrong(
      { configuration: { logging_tag: 'a\u2066b' } },
      'configuration.logging_tag: expected no characters that are invisible',
    ),
    wrong({ configuration: { account_tag: 'a\u200eb' } }, 'configuration.account_tag: expected at most 32'),
    wrong({ user_ids: ['..'] }, 'user_ids[0]: expected a user id other than "." and ".."'),
    wrong({ repository_uri: 7 }, 'repository_uri: expected 1 to 256 characters'),
    wrong({ repository_uri: '' }, 'repository_uri: expected 1 to 256 characters'),
    wrong(
      { scenario: '1a' },
      'scenario: expected 1 to 64 characters: a letter, then letters, digits and underscores',
    ),
    wrong({ scenario: 'a-b' }, 'scenario: expected'),
    wrong({ scenario: 'a\n' }, 'scenario: expected'),
    wrong({ scenario: 'a'.repeat(65) }, 'scenario: expected'),
    wrong({ scenario: null }, 'scenario: expected 1 to 64 characters'),
    wrong(
      { media_type: 'audio/wav' },
      'media_type: expected "auto" or "pcm/8000/16/mono" or "pcm/16000/16/mono"',
    ),
    wrong({ media_type: 'AUTO' }, 'media_type: expected "auto"'),
    wrong(
      { min_verification_score: 1.01 },
      'min_verification_score: expected a number from -1 to 1, got 1.01',
    ),
    wrong(
      { min_verification_score: '0.5' },
      'min_verification_score: expected a number from -1 to 1, got "0.5"',
    ),
    wrong(
      { min_verification_score: Number.POSITIVE_INFINITY },
      'min_verification_score: expected a number from -1 to 1, got Infinity',
    ),
    wrong(
      { min_verification_score: null },
      'min_verification_score: expected a number from -1 to 1, got null',
    ),
    wrong({ verify: {} }, 'there is no member "verify"'),
    wrong({ ['__proto__']: {} }, 'there is no member "__proto__"'),
    wrong({ configuration: [] }, 'configuration: expected an object, got []'),
    wrong({ configuration: null }, 'configuration: expected an object, got null'),
    wrong({ configuration: { speed: 1 } }, 'there is no member "configuration.speed"'),
    wrong({ configuration: { constructor: 1 } }, 'there is no member "configuration.constructor"'),
    wrong(
      { configuration: { split_mode: 'utterance' } },
      'configuration.split_mode: expected "AUTO" or "UTTERANCE"',
    ),
    wrong(
      { configuration: { min_speech: 999 } },
      'configuration.min_speech: expected an integer from 1000 to 120000, got 999',
    ),
    wrong({ configuration: { min_speech: 1000.5 } }, 'configuration.min_speech: expected an integer'),
    wrong({ configuration: { min_speech: '1000' } }, 'configuration.min_speech: expected an integer'),
    wrong(
      { configuration: { max_speech: 120_001 } },
      'configuration.max_speech: expected an integer from 1000 to 120000',
    ),
    wrong(
      { configuration: { min_speech: 5000, max_speech: 4000 } },
      'configuration.max_speech: expected no less than min_speech, which is 5000, got 4000',
    ),
    wrong(
      { configuration: { min_utterances: 0 } },
      'configuration.min_utterances: expected an integer from 1 to 20, got 0',
    ),
    wrong(
      { configuration: { max_utterances: 21 } },
      'configuration.max_utterances: expected an integer from 1 to 20',
    ),
    wrong(
      { configuration: { min_utterances: 3, max_utterances: 2 } },
      'configuration.max_utterances: expected no less than min_utterances, which is 3, got 2',
    ),
    wrong(
      { configuration: { max_constraint_behavior: 'TRIM' } },
      'configuration.max_constraint_behavior: expected "trim" or "abort"',
    ),
    wrong(
      { configuration: { account_tag: 'a b' } },
      'configuration.account_tag: expected at most 32 letters',
    ),
    wrong({ configuration: { account_tag: 'é' } }, 'configuration.account_tag: expected at most 32 letters'),
    wrong(
      { configuration: { account_tag: 'x'.repeat(33) } },
      'configuration.account_tag: expected at most 32',
    ),
    wrong(
      { configuration: { logging_tag: 'x'.repeat(65) } },
      'configuration.logging_tag: expected at most 64',
    ),
    wrong({ configuration: { logging_tag: 'a\nb' } }, 'configuration.logging_tag: expected at most 64'),
    wrong(
      { configuration: { gender_detection: 'true' } },
      'configuration.gender_detection: expected true or false, got "true"',
    ),
    wrong(
      { configuration: { age_detection: 1 } },
      'configuration.age_detection: expected true or false, got 1',
    ),
  ])('is refused with %s', (_shown, members, message) => {
    const refusal = { code: 'ERR_INVALID_PARAMETER', message: expect.stringContaining(message) };
    expect(() => read(members)).toThrow(expect.objectContaining(refusal));
  });

  it('without users, or that is no object, is refused', () => {
    expect(() => readVerifyRequest({})).toThrow('user_ids is missing');
    for (const value of [null, [], 'x', 7, true]) {
      expect(() => readVerifyRequest(value)).toThrow('the part enroll: expected an object, got ');
    }
  });

  it('cannot ask for the mode AUTO', () => {
    expect(() => configured({ split_mode: 'AUTO' })).toThrow(
      expect.objectContaining({ code: 'ERR_SPLIT_MODE' }),
    );
  });
});
