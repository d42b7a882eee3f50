import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio, joinSamples } from '@locutor/audio';
import { clipSets, clipsOf } from '../recognize/clip-sets.ts';
import { wav } from '../recognize/wav.ts';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import { printMemory } from './speed-memory.ts';
import { type Answer, SpeedServer } from './speed-server.ts';

const RATE = 16_000;
const SECONDS = 10;
const USERS = 128;
const MANY = 100_000;
const FEW = 100;
const ROUNDS = 30;

type Audio = Uint8Array<ArrayBuffer>;

const ALL_UTTERANCES = { configuration: { max_utterances: 20 } };
const names = Array.from({ length: USERS }, (_, n) => `user-${n}`);

/** How long VERIFY takes end to end, over HTTP, on one engine process. */
export async function printSpeed(): Promise<void> {
  const audio = wav(await tenSeconds());
  await onServer(audio, async (server) => {
    await printEndToEnd(server, audio);
    await printUsers(server, audio);
    await printConcurrency(server, audio);
  });
  await printEnrolled(audio);
  await onServer(audio, (server) => printMemory(server, audio));
}

/** What one person read, or a sentence of the tests again and again. */
async function tenSeconds(): Promise<Float32Array> {
  const set = clipSets.find(({ name }) => name === 'long, 20 s')!;
  const [, clip] = await clipsOf(set, 4);
  const sentence = async () => {
    const file = join(import.meta.dirname, '../../../test/fixtures/sentence.flac');
    return (await decodeAudio(readFileSync(file))).samples;
  };
  const samples = clip?.samples ?? (await sentence());
  const times = Math.ceil((SECONDS * RATE) / samples.length);
  return joinSamples(Array.from({ length: times }, () => samples)).subarray(0, SECONDS * RATE);
}

async function onServer(audio: Audio, work: (server: SpeedServer) => Promise<void>): Promise<void> {
  const server = await enrolledServer(audio);
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

async function enrolledServer(audio: Audio): Promise<SpeedServer> {
  const server = await SpeedServer.start();
  try {
    await good(server.enroll(names[0]!, [audio]));
    await server.copyVoice(names[0]!, names.slice(1));
    for (let n = 0; n < 3; n++) await good(server.verify({ user_ids: names, ...ALL_UTTERANCES }, [audio]));
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const share = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))]!;

async function good(answer: Promise<Answer>): Promise<number> {
  const { status, ms, body } = await answer;
  if (status > 201) throw new Error(`the server answered ${status}: ${body.code} ${body.message}`);
  return ms;
}

async function printEndToEnd(server: SpeedServer, audio: Audio): Promise<void> {
  const times: number[] = [];
  const before = server.processorMs();
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await good(server.verify({ user_ids: [names[0]], ...ALL_UTTERANCES }, [audio])));
  }
  const processor = (server.processorMs() - before) / ROUNDS;
  const row = (what: string, ms: number) => [what, ms.toFixed(0), (ms / 1000 / SECONDS).toFixed(4)];
  console.log(
    `\nVERIFY of ${SECONDS} s of speech (WAV, every utterance used), one user, one engine process, ${ROUNDS} requests`,
  );
  const rows = [
    row('from request to answer, median', median(times)),
    row('the fastest', Math.min(...times)),
    row('processor time of both processes, mean', processor),
  ];
  console.log(table([['time', 'ms', '× real time'], ...rows]));
}

/** The same request on both sides, first the one and then the other first: a busy moment of the machine meets both. */
async function inTurn(sides: readonly (() => Promise<number>)[]): Promise<number[][]> {
  const times = sides.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? [...sides.keys()] : [...sides.keys()].reverse();
    for (const n of order) times[n]!.push(await sides[n]!());
  }
  return times;
}

async function printUsers(server: SpeedServer, audio: Audio): Promise<void> {
  const counts = [1, USERS];
  const times = await inTurn(
    counts.map(
      (count) => () => good(server.verify({ user_ids: names.slice(0, count), ...ALL_UTTERANCES }, [audio])),
    ),
  );
  const rows = times.map((each, n) => [counts[n]!, median(each).toFixed(1), ratio(each, times[0]!)]);
  console.log(`\nUsers of one VERIFY of ${SECONDS} s, in turn`);
  console.log(table([['users', 'ms, median', 'beside one user'], ...rows]));
}

const ratio = (one: readonly number[], other: readonly number[]) => (median(one) / median(other)).toFixed(3);

async function printEnrolled(audio: Audio): Promise<void> {
  const servers: SpeedServer[] = [];
  try {
    for (let n = 0; n < 2; n++) servers.push(await enrolledServer(audio));
    await servers[1]!.fill(MANY - USERS);
    for (const server of servers) await good(server.verify({ user_ids: names, ...ALL_UTTERANCES }, [audio]));
    const request = { user_ids: names.slice(0, FEW), ...ALL_UTTERANCES };
    const times = await inTurn(servers.map((server) => () => good(server.verify(request, [audio]))));
    const reads = await inTurn(servers.map((server) => () => server.readingMs(names.slice(0, FEW))));
    const rows = times.map((each, n) => [
      [USERS, MANY][n]!,
      median(each).toFixed(1),
      ratio(each, times[0]!),
      median(reads[n]!).toFixed(2),
    ]);
    console.log(`\nVERIFY of ${FEW} users, by how many are enrolled, in turn`);
    console.log(
      table([['enrolled', 'ms, median', `beside ${USERS}`, 'ms to read the voiceprints'], ...rows]),
    );
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function printConcurrency(server: SpeedServer, audio: Audio): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const clients of [1, 4, 16]) {
    const before = await server.countBilled();
    const times: number[] = [];
    let left = Math.max(ROUNDS, 2 * clients);
    const asked = left;
    const begun = performance.now();
    const client = async () => {
      while (left-- > 0)
        times.push(await good(server.verify({ user_ids: [names[0]], ...ALL_UTTERANCES }, [audio])));
    };
    await Promise.all(Array.from({ length: clients }, client));
    const seconds = (performance.now() - begun) / 1000;
    const billed = (await server.countBilled()) - before;
    rows.push([
      clients,
      asked,
      times.length,
      billed,
      share(times, 0.5).toFixed(0),
      share(times, 0.95).toFixed(0),
      (asked / seconds).toFixed(1),
    ]);
  }
  console.log(`\nClients at once, VERIFY of ${SECONDS} s, one engine process`);
  console.log(table([['clients', 'asked', 'answered', 'billed', 'p50 ms', 'p95 ms', 'requests/s'], ...rows]));
}
