import { createHash } from 'node:crypto';
import type { SynthesizeOutput } from '@locutor/contract';
import { LRUCache } from 'lru-cache';
import { version } from '../../common/version.ts';
import type { SpeechCall } from './speech-call.ts';

/** Speech that is complete. */
export interface FinishedSpeech extends SynthesizeOutput {
  readonly audio: Buffer;
}

/** One speech takes no more than this share of the cache, so that a long one does not push out all others. */
const LARGEST_SHARE = 4;
/** What an entry takes besides its audio. */
const ENTRY_BYTES = 512;

/**
 * Finished speech in memory, never on disk. Everything that changes the audio is in the key, and so is the caller: whether a
 * text is cached would tell others that somebody had it spoken. Keys are hashes, so that texts are not kept.
 */
export class SpeechCache {
  readonly largest: number;
  readonly #onLook: (found: boolean) => void;
  readonly #entries: LRUCache<string, FinishedSpeech> | undefined;

  /** `onLook` is told whether something was found. */
  constructor(bytes: number, onLook: (found: boolean) => void = () => {}) {
    this.#onLook = onLook;
    this.largest = Math.floor(bytes / LARGEST_SHARE);
    if (bytes > 0) {
      this.#entries = new LRUCache({
        maxSize: bytes,
        maxEntrySize: Math.max(1, this.largest),
        sizeCalculation: ({ audio, marks }) =>
          audio.length + ENTRY_BYTES + marks.reduce((sum, { name }) => sum + 2 * name.length + 64, 0),
      });
    }
  }

  get(call: SpeechCall): FinishedSpeech | undefined {
    const found = this.#entries?.get(keyOf(call));
    this.#onLook(found !== undefined);
    return found;
  }

  set(call: SpeechCall, speech: FinishedSpeech): void {
    this.#entries?.set(keyOf(call), speech);
  }
}

function keyOf({ client, text, ssml, voice, rate, volume, format }: SpeechCall): string {
  const { codec, sampleRate, channels, bitsPerSample, kbps = null } = format;
  const parts = [
    ...[version, client, voice.model, voice.voice.name, rate, volume],
    ...[codec, sampleRate, channels, bitsPerSample, kbps, ssml, text],
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
