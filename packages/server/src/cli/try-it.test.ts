import { expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { tryIt } from './try-it.ts';

const ADDRESS = 'http://127.0.0.1:8025';
const printed = (env: NodeJS.ProcessEnv, token?: string, engineUp = true) =>
  tryIt(loadConfig(env, '/').config, ADDRESS, token, engineUp);

it('is one call with a recording that comes with the program', () => {
  expect(printed({}, 'loc_a')).toBe(`Try it:
  curl -H 'Content-Type: audio/mpeg' --data-binary @packages/server/samples/en.mp3 '${ADDRESS}/asr/rest/v3/recognize?lm=builtin:slm/general'
`);
});

it.each([
  ['pt', 'pt.opus'],
  ['de', 'en.mp3'],
])('has a recording in the language %s, or else in English', (language, sample) => {
  expect(printed({ LOCUTOR_LANGUAGE: language })).toContain(`/samples/${sample} `);
});

it('has the credentials where they are required, by name when they may not be printed', () => {
  const env = { LOCUTOR_AUTH_RECOGNIZE: 'required' };
  expect(printed(env, 'loc_a')).toMatch(
    /^Try it:\n {2}curl -H 'Authorization: Bearer loc_a' -H 'Content-Type/,
  );
  expect(printed(env)).toMatch(
    /^Try it, with a token in \$TOKEN:\n {2}curl -H "Authorization: Bearer \$TOKEN" /,
  );
});

it('is nothing without an engine process', () => {
  const text = printed({}, undefined, false);
  expect(text).not.toContain('curl');
  expect(text).toContain('No engine process is running');
});
