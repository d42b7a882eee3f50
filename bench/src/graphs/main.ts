// node bench/dist/graphs/main.js [--models DIR] [--model NAME] [--clips N]
// Compares the prepared graphs of the fetched recognition models with the published ones they are made from.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultModelsDir } from '@locutor/models';
import { graphFiles, preparers, recognizerGraphs } from './models-graphs.ts';
import { benchMoonshine } from './moonshine.ts';
import { benchWhisper } from './whisper.ts';

const { values } = parseArgs({
  options: {
    models: { type: 'string' },
    model: { type: 'string' },
    clips: { type: 'string', default: '60' },
  },
});
const models = values.models ?? process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir();

for (const [model, { family }] of Object.entries(recognizerGraphs)) {
  if (values.model && values.model !== model) continue;
  const source = join(models, model);
  if (!existsSync(join(source, graphFiles.decoder))) {
    console.log(`${model}: not in ${models}, left out`);
    continue;
  }
  const folder = mkdtempSync(join(tmpdir(), 'graphs-'));
  try {
    const inputs: Record<string, Uint8Array> = {};
    for (const file of [graphFiles.encoder, graphFiles.decoder])
      inputs[file] = readFileSync(join(source, file));
    const start = performance.now();
    const made = await preparers.find(({ name }) => name === family)!.run(inputs);
    console.log(`\n${model}: prepared in ${((performance.now() - start) / 1000).toFixed(1)} s`);
    for (const [file, bytes] of Object.entries({ ...inputs, ...made }))
      writeFileSync(join(folder, file), bytes);
    if (model === 'moonshine-base' || model === 'moonshine-tiny') {
      await benchMoonshine(model, folder, Number(values.clips));
    } else {
      await benchWhisper(model as 'whisper-tiny' | 'whisper-base' | 'whisper-small', folder);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
