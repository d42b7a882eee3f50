import { oggPages } from '../ogg/pages.ts';
import { opusRate } from '../opus/head.ts';
import type { LiveCut } from './decode-live.ts';

/** Opus is decoded again from this long before what is new: its decoder has forgotten how it began after 80 ms. */
const runUp = 0.5;
/** Cut when there is this much more than that, in seconds: every cut costs a decode. */
const leastCut = 1;

/** Where an Ogg file of Opus can be cut, of which all before `settled` seconds is done with: between two pages. */
export function cutOgg(bytes: Uint8Array, prefix: number, settled: number): LiveCut | undefined {
  let header: number | undefined;
  let end = 0;
  /** Where the first page of audio ends, and the last cut that is early enough. */
  let first: number | undefined;
  let cut: { at: number; granule: number } | undefined;
  let before = 0;
  for (const page of oggPages(bytes)) {
    const from = end;
    end = page.body.byteOffset + page.body.length - bytes.byteOffset;
    // Another stream begins: its header is needed from here on.
    if (page.first && header !== undefined) return undefined;
    if (page.granule === 0) continue;
    header ??= from;
    if (first !== undefined && !page.continued && page.granule > 0) {
      const early = (before - first) / opusRate <= settled - runUp;
      if (early && from > header) cut = { at: from, granule: before };
    }
    if (page.granule > 0) {
      first ??= page.granule;
      before = page.granule;
    }
  }
  if (header === undefined || first === undefined || !cut || cut.at <= prefix) return undefined;
  if ((cut.granule - first) / opusRate < leastCut) return undefined;
  return { prefix: new Uint8Array(bytes.subarray(0, header)), dropped: cut.at - prefix, runUp: runUp / 2 };
}
