import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EMBEDDING } from './voice.ts';

/** Raised whenever the content of voices or voiceprints, or what is made of them, changes. */
const VERSION = 1;
const MAGIC = 'LOCUTOR VOICES 1';

const file = new URL('../../background/voices.bin', import.meta.url);

/** What is known of voices in general: made by `training/speakers` from speakers who are never tested with. */
export interface Background {
  /** Numbers of a projected voice. */
  readonly size: number;
  /** Of all embeddings, each of length one. */
  readonly mean: Float32Array;
  /** From an embedding without the mean to a voice, row by row; how one person's recordings differ counts little in it. */
  readonly projection: Float32Array;
  /** Voices of different people, each of length one, one after the other. */
  readonly cohort: Float32Array;
  /** Names the model, the background and the version of what is made with them. */
  readonly fingerprint: string;
}

export function loadBackground(): Background {
  return readBackground(readFileSync(file));
}

/** Header (16 bytes), sha256 of the speaker model, then mean, projection and cohort as scaled rows of small integers. */
export function readBackground(bytes: Uint8Array): Background {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = Buffer.from(bytes.buffer, bytes.byteOffset, MAGIC.length).toString('latin1');
  if (magic !== MAGIC) throw new Error('the file of background voices is damaged');
  let at = MAGIC.length;
  const model = Buffer.from(bytes.buffer, bytes.byteOffset + at, 32).toString('hex');
  at += 32;
  const size = view.getUint16(at, true);
  const people = view.getUint16(at + 2, true);
  at += 4;
  const rows = (count: number, length: number, bits: 8 | 16): Float32Array => {
    const values = new Float32Array(count * length);
    for (let row = 0; row < count; row++) {
      const scale = view.getFloat32(at, true);
      at += 4;
      for (let n = 0; n < length; n++, at += bits / 8) {
        const value = bits === 8 ? view.getInt8(at) : view.getInt16(at, true);
        values[row * length + n] = scale * value;
      }
    }
    return values;
  };
  const mean = rows(1, EMBEDDING, 16);
  const projection = rows(size, EMBEDDING, 8);
  const cohort = rows(people, size, 8);
  const digest = createHash('sha256').update(`${VERSION} ${model} `).update(bytes).digest('hex');
  return { size, mean, projection, cohort, fingerprint: digest.slice(0, 32) };
}
