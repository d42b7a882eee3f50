/** Samples of ±1 as integers of 16 bits, by the scale that the decoders of this package read them with. */
export function toInt16(samples: Float32Array): Int16Array {
  const integers = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    integers[i] = Math.min(32_767, Math.round(samples[i]! * 32_768));
  }
  return integers;
}
