import { expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { tryIt } from './try-it.ts';

const ADDRESS = 'http://127.0.0.1:8025';
const printed = (env: NodeJS.ProcessEnv, token?: string, engineUp = true, address = ADDRESS) =>
  tryIt(loadConfig(env, '/').config, address, token, engineUp);

it('without a token, the default calls need none', () => {
  expect(printed({})).toBe(`Try it:
  curl -H 'Content-Type: text/plain' --data-raw 'nineteen eighty four' '${ADDRESS}/asr/rest/v3/interpret?lm=builtin:grammar/number'
  curl ${ADDRESS}/rest/v2/encoders
  curl -H 'Accept: application/xml' ${ADDRESS}/tts/rest/v2/encoders
  curl ${ADDRESS}/health/ready

With a recording of speech:
  curl -H 'Content-Type: audio/wav' --data-binary @speech.wav '${ADDRESS}/asr/rest/v3/recognize?lm=builtin:slm/general'
`);
});

it('with the first token, one call shows how it is sent', () => {
  expect(printed({}, 'loc_a')).toContain(
    `  curl -H 'Authorization: Bearer loc_a' ${ADDRESS}/rest/v2/encoders\n`,
  );
});

it('where credentials are required they are in the call, by name when they may not be printed', () => {
  const env = { LOCUTOR_AUTH_ENCODERS: 'required', LOCUTOR_AUTH_RECOGNIZE: 'required' };
  const shown = printed(env, 'loc_a');
  expect(shown.match(/Bearer loc_a/g)).toHaveLength(3);
  expect(shown).not.toContain('$TOKEN');
  const [open = '', locked = '', audio = ''] = printed({
    ...env,
    LOCUTOR_TOKEN: 'a-static-token-1234',
  }).split('\n\n');
  expect(open).not.toContain('encoders');
  expect(locked).toMatch(/^With a token in \$TOKEN:\n {2}curl -H "Authorization: Bearer \$TOKEN" http/);
  expect(audio).toMatch(/ and a token in \$TOKEN:\n {2}curl -H "Authorization: Bearer \$TOKEN" -H/);
});

it.each([
  ['pt', "'mil novecentos e oitenta e quatro' ", 'grammar/number'],
  ['de', "'nineteen eighty four' ", 'grammar/number?language=en'],
])('in %s the text is one that its grammar accepts', (language, text, lm) => {
  expect(printed({ LOCUTOR_LANGUAGE: language })).toContain(
    `--data-raw ${text}'${ADDRESS}/asr/rest/v3/interpret?lm=builtin:${lm}'`,
  );
});

it('an address with brackets is quoted', () => {
  expect(printed({}, undefined, true, 'http://[::1]:80')).toContain("curl 'http://[::1]:80/health/ready'");
});

it('without an engine process there is no call with audio', () => {
  const text = printed({}, undefined, false);
  expect(text).not.toContain('recognize');
  expect(text).toContain('No engine process is running');
});
