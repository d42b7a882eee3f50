import { joinSamples } from '@locutor/audio';
import { type Clip, clipSets, clipsOf } from '../recognize/clip-sets.ts';
import { speechBounds } from './speech-bounds.ts';

/** What a caller says: silence, a clip, and silence until the server has answered. */
export interface SpokenClip {
  readonly text: string;
  readonly samples: Float32Array;
  readonly pcm: Uint8Array;
  /** Seconds. */
  readonly speechStart: number;
  readonly speechEnd: number;
}

const RATE = 16_000;
const [BEFORE, BEHIND] = [0.5, 6];

/** Read sentences of adults whom nothing was fitted on. */
export async function spokenClips(count: number): Promise<SpokenClip[]> {
  const [adults] = clipSets;
  const clips = (await clipsOf(adults!, 4 * count)).filter(({ half }) => half === 'check');
  return clips.slice(0, count).map(spoken);
}

function spoken({ samples: said, text }: Clip): SpokenClip {
  const silence = (seconds: number) => new Float32Array(RATE * seconds);
  const samples = joinSamples([silence(BEFORE), said, silence(BEHIND)]);
  const whole = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
  const { start, end } = speechBounds(said);
  return {
    text,
    samples,
    pcm: new Uint8Array(whole.buffer),
    speechStart: BEFORE + start,
    speechEnd: BEFORE + end,
  };
}
