import { mkdtempSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEncoder } from '@locutor/audio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeWav } from './complete-wav.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'locutor-wav-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function completed(bytes: Uint8Array): Promise<Buffer> {
  const path = join(folder, 'file');
  const handle = await open(path, 'w+');
  try {
    await handle.appendFile(bytes);
    await completeWav(handle);
  } finally {
    await handle.close();
  }
  return readFile(path);
}

it('writes the lengths of what was streamed', async () => {
  const format = { codec: 'wav', sampleRate: 8000, channels: 2, bitsPerSample: 16 } as const;
  const encoder = await createEncoder(format);
  const streamed = Buffer.concat([encoder.write(new Float32Array(100).fill(0.5)), encoder.end()]);
  const whole = await completed(streamed);
  expect(whole.length).toBe(44 + 400);
  expect(whole.readUInt32LE(4)).toBe(36 + 400);
  expect(whole.readUInt32LE(40)).toBe(400);
  expect(whole.subarray(44).equals(streamed.subarray(44))).toBe(true);
  expect((await completed(whole)).equals(whole)).toBe(true);
});

it.each([[''], ['RIFF'], ['ID3 something that is no WAV file, and long enough to have a header']])(
  'leaves %j alone',
  async (text) => {
    expect((await completed(Buffer.from(text))).toString()).toBe(text);
  },
);
