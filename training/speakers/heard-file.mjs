// Recordings as they were heard, one JSON line each: hearing them takes minutes, fitting seconds.
import { readFileSync, writeFileSync } from 'node:fs';
import { readVoice } from '../../packages/engine/dist/speakers/voice.js';

/** Only what the background is made from: an embedding and the seconds of voice it is of. */
export function asLine({ utterances, ...recording }) {
  const voices = utterances
    .filter(({ voice }) => voice)
    .map(({ voice }) => {
      const [{ speech, embedding }] = readVoice(voice);
      return { speech, embedding: Buffer.from(embedding.buffer).toString('base64') };
    });
  return JSON.stringify({ ...recording, voices });
}

export function writeHeard(file, lines) {
  writeFileSync(file, `${lines.join('\n')}\n`);
}

export function readHeard(file) {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { voices, ...recording } = JSON.parse(line);
      return { ...recording, voices: voices.map(decoded) };
    });
}

function decoded({ speech, embedding }) {
  const bytes = Buffer.from(embedding, 'base64');
  return {
    speech,
    embedding: new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
  };
}
