// npm run bench -- bus-bytes [--rounds 5]: bytes that a second of audio takes over the bus, with a real node and worker.
import { parseArgs } from 'node:util';
import { decodeAudio, joinSamples } from '@locutor/audio';
import { BenchServer } from '../bench-server.ts';
import { BenchWorker } from '../bench-worker.ts';
import { startNats } from '../fleet/nats.ts';
import { fixture, voiceForm } from '../load/fixtures.ts';
import { wav } from '../recognize/wav.ts';
import { table } from '../table.ts';
import { busBytes } from './bus-bytes.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const RATE = 16_000;
const RECOGNIZE = '/asr/rest/v3/recognize?lm=builtin:slm/general';

const samplesOf = async (name: string) => (await decodeAudio(fixture(name))).samples;
const silence = (seconds: number) => new Float32Array(seconds * RATE);
const sentence = await samplesOf('sentence.flac');
const turn = joinSamples([sentence, silence(0.3)]);
const call = joinSamples(Array.from({ length: 8 }, () => [sentence, silence(1.5)]).flat());
const enrolled = voiceForm({ user_id: 'ann' }, [fixture('sentence.flac'), fixture('date.opus')]);

const nats = await startNats();
const worker = await BenchWorker.start(nats.url);
const env = { LOCUTOR_BUS_URL: nats.url, LOCUTOR_LOCAL_ENGINE: 'false' };
const node = await BenchServer.start({ env });
try {
  const post = async (path: string, body: Uint8Array<ArrayBuffer> | FormData, type?: string) => {
    const headers = { authorization: `Bearer ${node.token}`, ...(type && { 'content-type': type }) };
    const answer = await fetch(`${node.url}${path}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  await post('/rest/v3/enroll', enrolled);
  const cases: { name: string; seconds: number; bytes: number; send: () => Promise<void> }[] = [
    {
      name: 'RECOGNIZE, one turn, PCM',
      seconds: turn.length / RATE,
      bytes: wav(turn).length,
      send: () => post(RECOGNIZE, wav(turn), 'audio/wav'),
    },
    {
      name: 'RECOGNIZE, one turn, FLAC',
      seconds: sentence.length / RATE,
      bytes: fixture('sentence.flac').length,
      send: () => post(RECOGNIZE, fixture('sentence.flac'), 'audio/flac'),
    },
    {
      name: 'RECOGNIZE, eight sentences, PCM',
      seconds: call.length / RATE,
      bytes: wav(call).length,
      send: () => post(RECOGNIZE, wav(call), 'audio/wav'),
    },
    {
      name: 'VERIFY, PCM',
      seconds: turn.length / RATE,
      bytes: wav(turn).length,
      send: () => post('/rest/v3/verify', voiceForm({ user_ids: ['ann'] }, [wav(turn)])),
    },
  ];
  const idle = await busBytes(nats.monitor, () => new Promise((resolve) => setTimeout(resolve, 5000)));
  const rows: (string | number)[][] = [];
  for (const { name, seconds, bytes, send } of cases) {
    await send();
    const found = await busBytes(nats.monitor, async () => {
      for (let round = 0; round < rounds; round++) await send();
    });
    const used = (found.bytes - (idle.bytes / idle.seconds) * found.seconds) / rounds;
    rows.push([
      name,
      seconds.toFixed(1),
      kB(bytes / seconds),
      kB(used / seconds),
      kB((used - bytes) / seconds),
    ]);
  }
  console.log(`idle: ${kB(idle.bytes / idle.seconds)} kB/s with one node and one worker\n`);
  const heading = ['', 'audio s', 'its kB/s', 'over the bus, kB/s of audio', 'beside the audio'];
  console.log(table([heading, ...rows]));
} finally {
  await node.stop();
  await worker.end();
  nats.stop();
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
