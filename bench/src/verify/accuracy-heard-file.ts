import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { HeardRecording } from './accuracy-hear.ts';

/** Recordings as they were heard, kept in a file if there is one: hearing them takes minutes, all else seconds. */
export async function heardOrKept(
  file: string | undefined,
  hear: () => AsyncIterable<HeardRecording>,
): Promise<HeardRecording[]> {
  if (file && existsSync(file)) return read(file);
  const unfinished = file && `${file}.part`;
  if (unfinished) writeFileSync(unfinished, '');
  const all: HeardRecording[] = [];
  for await (const heard of hear()) {
    all.push(heard);
    if (unfinished) appendFileSync(unfinished, `${written(heard)}\n`);
    if (all.length % 200 === 0) console.error(`heard ${all.length}`);
  }
  if (file && unfinished) {
    writeFileSync(file, readFileSync(unfinished));
    rmSync(unfinished);
  }
  return all;
}

function written(heard: HeardRecording): string {
  const utterances = heard.utterances.map(({ voice, ...utterance }) => ({
    ...utterance,
    ...(voice && { voice: Buffer.from(voice).toString('base64') }),
  }));
  return JSON.stringify({ ...heard, plain: Buffer.from(heard.plain).toString('base64'), utterances });
}

function read(file: string): HeardRecording[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) =>
    JSON.parse(line, (key, value) =>
      key === 'voice' || key === 'plain' ? new Uint8Array(Buffer.from(value, 'base64')) : value,
    ),
  );
}
