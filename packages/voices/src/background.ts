import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Band, bands, inferenceFile } from '@locutor/contract';
import { FloatRows } from '@locutor/kernels';
import { EMBEDDING, SPEEDS, VOICE } from './voice.ts';

/** Raised whenever embeddings are computed differently or voiceprints change their content: all users must enrol again. */
const VERSION = 2;
/** Raised whenever voices are placed otherwise among the same people: voiceprints are then placed again, as with others. */
const PLACING = 1;
const MAGIC = 'LOCUTOR VOICES 2';

/** What is known of voices in general: made by `training/speakers` from speakers who are never tested with. */
export interface Background {
  /** For each speed at which embeddings are computed. */
  readonly views: readonly View[];
  /** Voices of different people, each of length one. */
  readonly cohorts: Readonly<Record<Band, FloatRows>>;
  /** Names what voiceprints are made of: the model and how its input is prepared. */
  readonly fingerprint: string;
  /** Names the background itself, and how voices are placed in it. */
  readonly digest: string;
}

export interface View {
  /** Of all embeddings, each of length one. */
  readonly mean: Float64Array;
  /** Within-class covariance normalisation (WCCN): directions in which recordings of one person differ count little. */
  readonly projection: FloatRows;
}

export function loadBackground(): Background {
  return readBackground(readFileSync(inferenceFile('weights/background/voices.bin')));
}

/**
 * Header (16 bytes), sha256 of the speaker model, the number of people in each band, then mean and projection of each
 * view, then the people, as scaled rows of small integers.
 */
export function readBackground(bytes: Uint8Array): Background {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = Buffer.from(bytes.buffer, bytes.byteOffset, MAGIC.length).toString('latin1');
  if (magic !== MAGIC) throw new Error('the file of background voices is damaged');
  let at = MAGIC.length;
  const model = Buffer.from(bytes.buffer, bytes.byteOffset + at, 32).toString('hex');
  at += 32;
  const people = bands.map((_, n) => view.getUint16(at + 2 * n, true));
  at += 2 * bands.length;
  const rows = (count: number, length: number, bits: 8 | 16): Float64Array => {
    const values = new Float64Array(count * length);
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
  const views = SPEEDS.map(() => ({
    mean: rows(1, EMBEDDING, 16),
    projection: new FloatRows(rows(EMBEDDING, EMBEDDING, 8), EMBEDDING),
  }));
  const [wide, narrow] = people.map((count) => new FloatRows(rows(count, VOICE, 8), VOICE)) as [
    FloatRows,
    FloatRows,
  ];
  return {
    views,
    cohorts: { wide, narrow },
    fingerprint: digestOf(`${VERSION} ${model}`),
    digest: digestOf(`${PLACING} `, bytes),
  };
}

function digestOf(...contents: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex').slice(0, 32);
}
