import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GraphBuilder } from '../packages/graphs/dist/onnx/builder.js';
import { readModel, writeModel } from '../packages/graphs/dist/onnx/onnx.js';
import { encoderLayers } from '../packages/graphs/dist/recognizers/encoder-layers.js';
import { moonshineEncoder } from '../packages/graphs/dist/recognizers/moonshine-encoder.js';
import { openModel, preparedGraph } from '../packages/inference/dist/runtime/open-model.js';

/** The lower layers of Moonshine's encoder alone, up to the last that is asked for, with the states the whole has. */
export async function openInnerEncoder(path, layers) {
  const folder = mkdtempSync(join(tmpdir(), 'locutor-encoder-'));
  try {
    const file = join(folder, 'inner.onnx');
    writeInnerEncoder(path, layers, file);
    return await openModel('the inner encoder', preparedGraph(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function writeInnerEncoder(path, layers, file) {
  const encoder = moonshineEncoder(readModel(readFileSync(path)));
  writeFileSync(file, writeModel(innerEncoderGraph(encoder, layers)));
}

function innerEncoderGraph(encoder, inner) {
  const graph = new GraphBuilder('inner');
  encoderLayers(graph, { ...encoder, inner, layers: encoder.layers.slice(0, Math.max(...inner)) });
  return graph.model();
}
