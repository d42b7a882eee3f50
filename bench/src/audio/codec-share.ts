import { Session } from 'node:inspector/promises';
import { decodeAudio } from '@locutor/audio';

/** The packages that bring the codecs' WebAssembly. */
const codecPackages = /node_modules\/(mpg123-decoder|opus-decoder|@wasm-audio-decoders)\//;

/**
 * The share of a decode's time that passes inside the codec packages, by the sampling profiler; the rest is this
 * package's demultiplexing, mixing and resampling. WebAssembly names no package, so it counts for whoever called it.
 */
export async function codecShare(bytes: Uint8Array, repeats: number): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  for (let i = 0; i < repeats; i++) await decodeAudio(bytes, { limits: { maxSeconds: 7200 } });
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();

  const inCodec = new Map<number, boolean>();
  const idle = new Set<number>();
  const visit = (id: number, caller: boolean) => {
    const { callFrame, children = [] } = nodes.get(id)!;
    const { url, functionName } = callFrame;
    const here = url.startsWith('wasm:') || url === '' ? caller : codecPackages.test(url);
    inCodec.set(id, here);
    if (functionName === '(idle)' || functionName === '(program)') idle.add(id);
    for (const child of children) visit(child, here);
  };
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  visit(profile.nodes[0]!.id, false);
  let [codec, all] = [0, 0];
  profile.samples?.forEach((id, i) => {
    const time = profile.timeDeltas?.[i] ?? 0;
    if (idle.has(id)) return;
    all += time;
    if (inCodec.get(id)) codec += time;
  });
  return codec / all;
}
