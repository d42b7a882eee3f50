import { opusRate } from '../opus/head.ts';
import { parseBlock } from './block.ts';
import { elements, elementsPerPause, ids } from './elements.ts';

/** The packets of one block, the last `padding` samples of which, at 48 kHz, were only added to fill it. */
export interface TrackBlock {
  readonly packets: readonly Uint8Array[];
  readonly padding: number;
}

/** Signed nanoseconds, as samples at 48 kHz. */
function paddingOf(data: Uint8Array): number {
  if (data.length === 0 || data.length > 8) return 0;
  const nanoseconds = Number(
    BigInt.asIntN(8 * data.length, BigInt(`0x${Buffer.from(data).toString('hex')}`)),
  );
  return Math.max(0, Math.round((nanoseconds * opusRate) / 1e9));
}

/**
 * The blocks of one track, and undefined now and then where a pause is due. A padding belongs to the block of its
 * own group, before or behind it; groups of other tracks have theirs.
 */
export function* blocksOf(bytes: Uint8Array, track: number): Generator<TrackBlock | undefined> {
  let newest: TrackBlock | undefined;
  let ours = false;
  let padding = 0;
  let seen = 0;
  for (const { id, data } of elements(bytes)) {
    if (++seen % elementsPerPause === 0) yield undefined;
    if (id === ids.discardPadding) {
      padding = paddingOf(data);
      if (ours && newest) newest = { ...newest, padding };
    } else if (id === ids.blockGroup) [ours, padding] = [false, 0];
    else if (id === ids.simpleBlock || id === ids.block) {
      const block = parseBlock(data);
      const grouped = id === ids.block;
      ours = grouped && block?.track === track;
      if (block?.track !== track) continue;
      if (newest) yield newest;
      newest = { packets: block.packets, padding: grouped ? padding : 0 };
    }
  }
  if (newest) yield newest;
}
