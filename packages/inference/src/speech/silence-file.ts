import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { graphFiles } from '@locutor/graphs';
import { writeAtomically } from '@locutor/models';
import { Tensor } from 'onnxruntime-node';
import type { CrossTensors } from './whisper-silence.ts';

/** Of the names, sizes and values that follow. */
const HASH_BYTES = 32;
const FILE = 'encoded-silence.bin';

/**
 * What a model makes of silence, kept beside its prepared graphs: encoding half a minute takes longer than loading all
 * the rest (whisper-small: 6.3 of 9.3 s of processor time on busy cores). The folder's name changes with the graphs, so a file never
 * belongs to others. Without a usable file the silence is encoded, and a folder that nobody may write to costs time only.
 */
export async function preparedSilence(
  path: (file: string) => string,
  encode: () => Promise<CrossTensors>,
): Promise<CrossTensors> {
  const folder = dirname(path(graphFiles.preparedEncoder));
  const kept = await readFile(join(folder, FILE)).then(readSilence, () => undefined);
  if (kept) return kept;
  const silence = await encode();
  await writeAtomically(folder, FILE, writeSilence(silence)).catch(() => {});
  return silence;
}

/** A line of JSON with names and sizes, and then the values of each, before all of which stands their hash. */
export function writeSilence(silence: CrossTensors): Uint8Array {
  const tensors = Object.entries(silence);
  const head = JSON.stringify(tensors.map(([name, { dims }]) => [name, dims]));
  const body = Buffer.concat([
    Buffer.from(`${head}\n`),
    ...tensors.map(([, { data }]) => {
      const { buffer, byteOffset, byteLength } = data as Float32Array;
      return Buffer.from(buffer, byteOffset, byteLength);
    }),
  ]);
  return Buffer.concat([hash(body), body]);
}

/** Undefined where the bytes are not what was written. */
export function readSilence(bytes: Buffer): CrossTensors | undefined {
  const body = bytes.subarray(HASH_BYTES);
  if (!hash(body).equals(bytes.subarray(0, HASH_BYTES))) return undefined;
  const end = body.indexOf('\n');
  const head = JSON.parse(body.toString('utf8', 0, end)) as [string, number[]][];
  let at = end + 1;
  return Object.fromEntries(
    head.map(([name, dims]) => {
      const size = dims.reduce((product, each) => product * each, 4);
      // Its own memory: floats have to begin at a multiple of four.
      const values = new Uint8Array(body.subarray(at, at + size));
      at += size;
      return [name, new Tensor('float32', new Float32Array(values.buffer), dims)];
    }),
  );
}

function hash(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
