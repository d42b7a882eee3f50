import type { DecodeRequest } from '@locutor/audio';

/** What the bytes of audio are, or may be. */
export type DecodeAs = Pick<DecodeRequest, 'raw' | 'refuseHeader' | 'preferHeader' | 'detectGsm' | 'accept'>;

/** Audio as a job takes it: samples at 16 kHz, or the bytes of a file (or raw audio) as they came in. */
export type AudioInput = { samples: Float32Array } | { bytes: Uint8Array; decode?: DecodeAs };
