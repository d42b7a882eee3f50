/** Who speaks in each class of the network: nobody, one of three, or two of them at once. */
const CLASSES: readonly (readonly number[])[] = [[], [0], [1], [2], [0, 1], [0, 2], [1, 2]];
export const CLASS_COUNT = CLASSES.length;
export const LOCAL_SPEAKERS = 3;

/** What the network says about a window, frame by frame, for each of its local speakers. */
export interface Activity {
  /** Probability that the speaker speaks. */
  speaks: Float32Array[];
  /** 1 where it is most likely that the speaker speaks and nobody else does. */
  alone: Uint8Array[];
}

/** `logits` are rows of classes, one row per frame. */
export function readPowerset(logits: Float32Array): Activity {
  const frames = Math.floor(logits.length / CLASS_COUNT);
  const speaks = Array.from({ length: LOCAL_SPEAKERS }, () => new Float32Array(frames));
  const alone = Array.from({ length: LOCAL_SPEAKERS }, () => new Uint8Array(frames));
  const odds = new Float64Array(CLASS_COUNT);
  for (let frame = 0; frame < frames; frame++) {
    const row = frame * CLASS_COUNT;
    let best = 0;
    for (let n = 1; n < CLASS_COUNT; n++) if (logits[row + n]! > logits[row + best]!) best = n;
    let sum = 0;
    for (let n = 0; n < CLASS_COUNT; n++) {
      odds[n] = Math.exp(logits[row + n]! - logits[row + best]!);
      sum += odds[n]!;
    }
    for (const [n, members] of CLASSES.entries()) {
      for (const member of members) speaks[member]![frame]! += odds[n]! / sum;
    }
    const [only, another] = CLASSES[best]!;
    if (only !== undefined && another === undefined) alone[only]![frame] = 1;
  }
  return { speaks, alone };
}
