// npm run bench -- synthesis-spoofing [--texts N] [--voices N] [--line NAME]
// Enrols every voice of synthesis, has it speak something else, and asks VERIFY: what its own server says of synthesised speech.
import { parseArgs } from 'node:util';
import { BenchServer } from '../bench-server.ts';
import { evenly } from '../corpora/recordings.ts';
import { shareInterval } from '../statistics.ts';
import { percent, table } from '../table.ts';
import { texts } from './texts.ts';

const LINES = {
  'wide band': { path: '/rest/v2/synthesize', encoder: 'wav/16k/256kbps/mono' },
  'telephone, 8 kHz': { path: '/tts/rest/v2/synthesize', encoder: 'wav/8000/16/1' },
} as const;
type Line = (typeof LINES)[keyof typeof LINES];

const { values } = parseArgs({
  options: {
    texts: { type: 'string', default: '3' },
    /** Of each language. */
    voices: { type: 'string', default: '100' },
    line: { type: 'string', default: '' },
  },
});
const most = Number(values.texts);
const server = await BenchServer.start({ env: { LOCUTOR_LOG_LEVEL: 'warn' } });
try {
  const voices = (await (await fetch(`${server.url}/rest/v2/voices`)).json()) as {
    name: string;
    languages: string[];
    mode: string;
  }[];
  const rows: (string | number)[][] = [];
  for (const [line, by] of Object.entries(LINES)) {
    if (!line.includes(values.line)) continue;
    for (const [language, sentences] of Object.entries(texts)) {
      const able = voices.filter(
        ({ mode, languages }) => mode === 'PERFORMANCE' && languages[0]!.startsWith(language),
      );
      const speakers = evenly(able, Number(values.voices));
      const found = { REJECTED: 0, UNDECIDED: 0, ACCEPTED: 0 };
      let same = 0;
      for (const { name } of speakers) {
        const [enrolled, ...others] = sentences.slice(0, most + 1);
        const speech = await speak(by, name, enrolled!);
        if (!(await sendSpeech('/rest/v3/enroll', { user_id: name }, speech))) {
          console.log(line, name, 'cannot be enrolled: hardly any speech is found');
          continue;
        }
        for (const text of others) {
          const audio = await speak(by, name, text);
          const request = { user_ids: [name], min_verification_score: 0.5 };
          const verified = await sendSpeech('/rest/v3/verify', request, audio);
          if (!verified) {
            console.log(line, name, 'hardly any speech is found');
            continue;
          }
          const { detail } = verified.results[0]!;
          found[detail.antispoofing_decision] += 1;
          console.log(line, name, detail.biometric_decision, detail.antispoofing_decision);
          if (detail.biometric_decision === 'ACCEPTED') same += 1;
        }
        await send(`/rest/v3/users/${name}`, undefined, [], 'DELETE');
      }
      const all = found.REJECTED + found.UNDECIDED + found.ACCEPTED;
      const [low, high] = shareInterval(found.REJECTED, all);
      rows.push([
        ...[language, line, speakers.length, all, percent(same / all), percent(found.REJECTED / all)],
        ...[
          `${percent(low)} to ${percent(high)}`,
          percent(found.UNDECIDED / all),
          percent(found.ACCEPTED / all),
        ],
      ]);
    }
  }
  const head = [
    'language',
    'line',
    'voices',
    'speeches',
    'same voice',
    'rejected',
    '95 %',
    'undecided',
    'accepted',
  ];
  console.log('\nSynthesised speech as VERIFY decides about it, at the shipped thresholds');
  console.log(table([head, ...rows]));
} finally {
  await server.stop();
}

/** Nothing for a voice that whispers: over a telephone line that is no speech to the detector. */
async function sendSpeech(path: string, request: unknown, audio: Blob): Promise<Verification | undefined> {
  try {
    return await send(path, request, [audio]);
  } catch (error) {
    if (error instanceof Error && error.message.includes('ERR_MIN_SPEECH')) return undefined;
    throw error;
  }
}

async function speak({ path, encoder }: Line, voice: string, text: string): Promise<Blob> {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, voice, encoder }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.blob();
}

interface Verification {
  readonly results: readonly {
    readonly detail: {
      readonly biometric_decision: string;
      readonly antispoofing_decision: 'REJECTED' | 'UNDECIDED' | 'ACCEPTED';
    };
  }[];
}

async function send(
  path: string,
  request: unknown,
  audios: readonly Blob[],
  method = 'POST',
): Promise<Verification> {
  const form = new FormData();
  form.append('enroll', new Blob([JSON.stringify(request)], { type: 'application/json' }));
  for (const audio of audios) form.append('audio', audio);
  const answer = await fetch(`${server.url}${path}`, {
    method,
    ...(method === 'POST' && { body: form }),
    headers: { authorization: `Bearer ${server.token}` },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return (text === '' ? {} : JSON.parse(text)) as Verification;
}
