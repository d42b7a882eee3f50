import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fixture } from '../load/fixtures.ts';
import { FORM, type HttpCase, multipart } from './http-case.ts';

/** The static token of fuzzed servers: cases that are kept must mean the same in every run. */
export const FUZZ_TOKEN = 'fuzz-token-0123456789abcdef';
const TOKEN = ['authorization', `Bearer ${FUZZ_TOKEN}`] as const;
const RECOGNIZE = '/asr/rest/v3/recognize?lm=builtin:slm/general';
const INTERPRET = '/asr/rest/v3/interpret';
const grammars = fileURLToPath(new URL('../../../grammars/', import.meta.url));

/** Half a second of each format, so that a case that is still audio costs little. */
export const AUDIO = [
  fixture('yes.flac').subarray(0, 5000),
  fixture('no.opus').subarray(0, 1500),
  fixture('sentence.mp3').subarray(0, 3000),
  fixture('sentence.webm').subarray(0, 2500),
  fixture('sentence.ogg').subarray(0, 6000),
  fixture('sentence.gsm').subarray(0, 825),
  fixture('sentence-gsm.wav').subarray(0, 900),
].map((bytes) => Buffer.from(bytes));
/** Audio that costs next to nothing, where it is not what is changed: 80 ms of GSM. */
const SHORT = AUDIO[5]!.subarray(0, 4 * 33);

export const GRAMMARS = [
  ...readdirSync(grammars).map((name) => readFileSync(`${grammars}${name}`)),
  ...[
    '#ABNF 1.0;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = (yes {out = 1} | no {out = 2})<1-3>;\n',
    '#JSGF V1.0;\ngrammar g;\npublic <r> = turn (on {ON} | off {OFF}) [please] <r>*;\n',
    '<?xml version="1.0"?><grammar version="1.0" xmlns="http://www.w3.org/2001/06/grammar" xml:lang="en" root="r"><rule id="r"><one-of><item weight="2">tea<tag>T</tag></item><item repeat="0-3">coffee</item></one-of></rule></grammar>',
  ].map((text) => Buffer.from(text)),
];

/** JSON bodies, with where they go: in a part of a form, or alone. */
export const JSON_BODIES = [
  {
    target: '/rest/v3/verify',
    form: true,
    text: '{"user_ids":["tom","tim"],"min_verification_score":0.5,"configuration":{"min_speech":1}}',
  },
  {
    target: '/rest/v3/enroll',
    form: true,
    text: '{"user_id":"tom","mode":"replace","consent":"yes","configuration":{"max_utterances":2}}',
  },
  { target: '/rest/v3/scenarios', form: false, text: '{"scenario":"calls","repository_uri":"default"}' },
  { target: '/rest/v3/repositories', form: false, text: '{"repository_uri":"branch"}' },
  { target: '/auth/check', form: false, text: '{"token":"x"}' },
] as const;

export function recognition(audio: Buffer): HttpCase {
  return {
    method: 'POST',
    target: RECOGNIZE,
    headers: [['content-type', 'application/octet-stream']],
    body: audio,
  };
}

export function grammarCase(grammar: Buffer, inspect: boolean): HttpCase {
  const body = multipart([
    { name: 'lm', content: grammar },
    { name: 'text', content: 'yes turn on one large pizza please' },
  ]);
  const target = inspect ? '/asr/rest/v3/grammar?sentences=2' : INTERPRET;
  return { method: 'POST', target, headers: [FORM], body };
}

export function jsonCase(target: string, form: boolean, json: Buffer): HttpCase {
  const part = { name: 'enroll', type: 'application/json', content: json };
  const body = form ? multipart([part, { name: 'audio', content: SHORT }]) : json;
  const type = form ? FORM : (['content-type', 'application/json'] as const);
  return { method: 'POST', target, headers: [TOKEN, type], body };
}

/** Whole requests, for changes of heads and queries. */
export const REQUESTS: readonly HttpCase[] = [
  recognition(SHORT),
  grammarCase(GRAMMARS.at(-1)!, false),
  ...JSON_BODIES.map(({ target, form, text }) => jsonCase(target, form, Buffer.from(text))),
  {
    method: 'POST',
    target: `${INTERPRET}?lm=builtin:grammar/number`,
    headers: [['content-type', 'text/plain']],
    body: Buffer.from('nineteen'),
  },
  {
    method: 'POST',
    target: '/asr-server/rest/interpret?lm=file:pizza-en.abnf',
    headers: [['content-type', 'text/plain']],
    body: Buffer.from('one large pizza'),
  },
  {
    method: 'GET',
    target: '/rest/v2/encoders',
    headers: [['accept', 'application/xml']],
    body: Buffer.alloc(0),
  },
  {
    method: 'GET',
    target: '/rest/v3/users?limit=10&repository_uri=default',
    headers: [TOKEN],
    body: Buffer.alloc(0),
  },
  { method: 'GET', target: '/rest/v3/users/tom', headers: [TOKEN], body: Buffer.alloc(0) },
  { method: 'DELETE', target: '/rest/v3/scenarios/calls', headers: [TOKEN], body: Buffer.alloc(0) },
  {
    method: 'POST',
    target: '/auth/token',
    headers: [['authorization', 'Basic eDp5']],
    body: Buffer.alloc(0),
  },
  { method: 'GET', target: '/health/ready', headers: [], body: Buffer.alloc(0) },
  { method: 'GET', target: '/docs/', headers: [['range', 'bytes=0-10']], body: Buffer.alloc(0) },
  { method: 'GET', target: '/v1/models', headers: [], body: Buffer.alloc(0) },
];
