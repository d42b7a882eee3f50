/** A minute of speech at 6.5 tokens a second is 390 tokens. */
export const ROTARY_PLACES = 512;

/** Cosines and sines by place, one column per speed; angles are rounded to float as the source graph does. */
export function rotaryTables(speeds: Float32Array): { cos: Float32Array; sin: Float32Array } {
  const cos = new Float32Array(ROTARY_PLACES * speeds.length);
  const sin = new Float32Array(ROTARY_PLACES * speeds.length);
  for (let place = 0; place < ROTARY_PLACES; place++) {
    for (let i = 0; i < speeds.length; i++) {
      const angle = Math.fround(place * speeds[i]!);
      cos[place * speeds.length + i] = Math.cos(angle);
      sin[place * speeds.length + i] = Math.sin(angle);
    }
  }
  return { cos, sin };
}
