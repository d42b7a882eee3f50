import { table } from '../table.ts';
import type { SpeedServer } from './speed-server.ts';

const PART_BYTES = 5 * 1024 ** 2;
const PARTS = 10;
const CHANNELS = 8;
const RATE = 48_000;
const EVERY_MS = 50;

/** Memory of the main process while many clients send as much as they may. */
export async function printMemory(server: SpeedServer, audio: Uint8Array<ArrayBuffer>): Promise<void> {
  const part = wide(audio);
  const rows: (string | number)[][] = [];
  const request = { user_ids: ['user-0'], configuration: { max_utterances: 20 } };
  const load = async (clients: number) => {
    const before = server.residentMb();
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, server.residentMb());
    }, EVERY_MS);
    const sent = Array.from({ length: PARTS }, () => part);
    const answers = await Promise.all(Array.from({ length: clients }, () => server.verify(request, sent)));
    clearInterval(watch);
    const ok = answers.filter(({ status }) => status === 200).length;
    const arrived = (clients * PARTS * PART_BYTES) / 1024 ** 2;
    rows.push([clients, ok, arrived, before.toFixed(0), peak.toFixed(0), (peak - before).toFixed(0)]);
  };
  // Twice, since the first time also fills what the process keeps.
  for (const clients of [1, 4, 16, 16]) await load(clients);
  console.log(`\nMain process while clients send ${PARTS} parts of 5 MiB each at once`);
  console.log(
    table([['clients', 'answered 200', 'MiB sent', 'MiB before', 'MiB at most', 'MiB more'], ...rows]),
  );
}

/** The same speech in a file of exactly 5 MiB: eight channels at 48 kHz, so that much arrives and little of it is speech. */
function wide(audio: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const narrow = new DataView(audio.buffer, audio.byteOffset + 44);
  const samples = (audio.length - 44) / 2;
  const bytes = new Uint8Array(PART_BYTES);
  bytes.set(audio.subarray(0, 44));
  const view = new DataView(bytes.buffer);
  view.setUint32(4, PART_BYTES - 8, true);
  view.setUint16(22, CHANNELS, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, 2 * CHANNELS * RATE, true);
  view.setUint16(32, 2 * CHANNELS, true);
  view.setUint32(40, PART_BYTES - 44, true);
  const frames = Math.floor((PART_BYTES - 44) / (2 * CHANNELS));
  for (let frame = 0; frame < frames; frame++) {
    const value = narrow.getInt16(2 * (Math.floor(frame / 3) % samples), true);
    for (let channel = 0; channel < CHANNELS; channel++) {
      view.setInt16(44 + 2 * (frame * CHANNELS + channel), value, true);
    }
  }
  return bytes;
}
