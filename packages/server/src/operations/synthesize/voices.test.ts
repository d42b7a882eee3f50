import { expect, it } from 'vitest';
import { voiceSpeaking } from './voices.ts';

const AUTO = { synthesisVoice: 'auto', language: 'en' } as const;

it.each([
  ['en-US', AUTO, 'af_heart'],
  ['en', AUTO, 'af_heart'],
  ['en_GB', AUTO, 'bf_emma'],
  ['en-AU', AUTO, 'af_heart'],
  ['pt-BR', AUTO, 'pf_dora'],
  ['por', AUTO, 'pf_dora'],
  ['es-MX', AUTO, 'ef_dora'],
  ['en-US', { ...AUTO, synthesisVoice: 'am_puck' }, 'am_puck'],
  ['en-GB', { ...AUTO, synthesisVoice: 'am_puck' }, 'bf_emma'],
  ['es', { synthesisVoice: 'em_alex-quality', language: 'es' }, 'em_alex-quality'],
])('%s is spoken, with %j, by %s', (tag, config, name) => {
  expect(voiceSpeaking(tag, config).name).toBe(name);
});

it.each(['fi-FI', 'xx', '', 'not a tag'])('nobody speaks %j', (tag) => {
  expect(() => voiceSpeaking(tag, AUTO)).toThrow(/^there is no voice for the language/);
});
