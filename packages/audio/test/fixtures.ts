import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RawFormat } from '../src/pcm/raw.ts';

/** What ffmpeg makes of a fixture; `scripts/make-fixtures.mjs` writes these. */
interface Common {
  readonly rate: number;
  readonly channels: number;
  readonly samples: number;
}

export interface ExactReference extends Common {
  readonly kind: 'exact';
  readonly sha256: string;
  readonly raw?: RawFormat;
}

export interface CloseReference extends Common {
  readonly kind: 'close';
  readonly decibels: number;
  readonly reference: string;
}

const folder = new URL('./fixtures/', import.meta.url);

export function readFixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, folder)));
}

const references = JSON.parse(readFileSync(new URL('references.json', folder), 'utf8')) as Record<
  string,
  ExactReference | CloseReference
>;

type Named<Reference> = readonly [name: string, reference: Reference];

export const exactFixtures = Object.entries(references).filter(
  (entry): entry is [string, ExactReference] => entry[1].kind === 'exact',
) as readonly Named<ExactReference>[];

export const closeFixtures = Object.entries(references).filter(
  (entry): entry is [string, CloseReference] => entry[1].kind === 'close',
) as readonly Named<CloseReference>[];

/** Every fixture that has a header of its own. */
export const headeredFixtures = Object.keys(references).filter((name) => !name.startsWith('raw.'));

export function sha256(samples: Float32Array): string {
  return createHash('sha256')
    .update(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
    .digest('hex');
}
