import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { EmbeddedRecording } from './accuracy-embed.ts';

/** Embedded recordings, kept in a file if one is named: embedding them takes minutes, all else seconds. */
export async function embeddedOrKept(
  file: string | undefined,
  embed: () => AsyncIterable<EmbeddedRecording>,
): Promise<EmbeddedRecording[]> {
  if (file && existsSync(file)) return read(file);
  const unfinished = file && `${file}.part`;
  if (unfinished) writeFileSync(unfinished, '');
  const all: EmbeddedRecording[] = [];
  for await (const embedded of embed()) {
    all.push(embedded);
    if (unfinished) appendFileSync(unfinished, `${written(embedded)}\n`);
    if (all.length % 200 === 0) console.error(`embedded ${all.length}`);
  }
  if (file && unfinished) {
    writeFileSync(file, readFileSync(unfinished));
    rmSync(unfinished);
  }
  return all;
}

function written(embedded: EmbeddedRecording): string {
  const utterances = embedded.utterances.map(({ voice, ...utterance }) => ({
    ...utterance,
    ...(voice && { voice: Buffer.from(voice).toString('base64') }),
  }));
  return JSON.stringify({ ...embedded, plain: Buffer.from(embedded.plain).toString('base64'), utterances });
}

function read(file: string): EmbeddedRecording[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) =>
    JSON.parse(line, (key, value) =>
      key === 'voice' || key === 'plain' ? new Uint8Array(Buffer.from(value, 'base64')) : value,
    ),
  );
}
