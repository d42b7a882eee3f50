import { emotion } from './manifest/emotion.ts';
import { kokoro } from './manifest/kokoro.ts';
import { kokoroFull } from './manifest/kokoro-full.ts';
import { moonshineBase, moonshineTiny } from './manifest/moonshine.ts';
import { dtln } from './manifest/noise-suppression.ts';
import { speakerEmbedding } from './manifest/speaker.ts';
import { sileroVad } from './manifest/voice-activity.ts';
import { whisperBase, whisperSmall, whisperTiny } from './manifest/whisper.ts';
import type { Model } from './model.ts';

/**
 * Every model the product can use. Moonshine's vocabulary is not among them: it comes with the npm dependency
 * that also decodes it, already pinned by the lockfile, so there is nothing to fetch.
 */
export const models: readonly Model[] = [
  moonshineBase,
  sileroVad,
  speakerEmbedding,
  moonshineTiny,
  whisperTiny,
  whisperBase,
  whisperSmall,
  dtln,
  kokoro,
  kokoroFull,
  emotion,
];

/** What a plain start fetches. */
export const defaultModels: readonly string[] = models.filter((m) => m.default).map((m) => m.name);
