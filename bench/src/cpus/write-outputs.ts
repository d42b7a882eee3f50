// node write-outputs.js FOLDER MODELS CLIP...: writes what the models of this processor make of the clips.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio, joinSamples } from '@locutor/audio';
import { ModelStore } from '@locutor/models';
import { outputs } from './outputs.ts';

const [folder, models, ...clips] = process.argv.slice(2);
const store = new ModelStore({ dir: models! });
const samples = await Promise.all(clips.map(async (clip) => (await decodeAudio(readFileSync(clip))).samples));
const byPart = new Map<string, Float32Array[]>();
for await (const { part, values } of outputs(store, samples)) {
  const known = byPart.get(part);
  if (known) known.push(values);
  else byPart.set(part, [values]);
}
for (const [part, values] of byPart) writeFileSync(join(folder!, `${part}.f32`), joinSamples(values));
