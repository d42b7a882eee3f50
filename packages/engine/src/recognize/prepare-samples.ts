/** Peak that every segment is brought to. */
const PEAK = 0.5;
/** What is not louder than this is taken for silence and left as it is. */
const SILENT = 1e-4;
/** Shorter audio is set in silence of this length in all. */
const LEAST_SAMPLES = 1.2 * 16_000;

export interface PreparedSamples {
  samples: Float32Array;
  /** Samples of silence put before the audio. */
  lead: number;
}

/**
 * A segment as recognisers do best with it: as loud as what they learnt from (children's voices recorded from afar
 * lose a tenth of their word errors), and not so short that there is nothing to attend to.
 */
export function prepareSamples(audio: Float32Array): PreparedSamples {
  const missing = Math.max(0, LEAST_SAMPLES - audio.length);
  const lead = Math.floor(missing / 2);
  const samples = new Float32Array(audio.length + missing);
  const gain = gainFor(audio);
  for (let at = 0; at < audio.length; at++) samples[lead + at] = audio[at]! * gain;
  return { samples, lead };
}

function gainFor(audio: Float32Array): number {
  let peak = 0;
  for (const sample of audio) peak = Math.max(peak, Math.abs(sample));
  return peak > SILENT ? PEAK / peak : 1;
}
