// node recognize.mjs FILE [LM]: prints what is said in a file, one line per segment.
import { openAsBlob } from 'node:fs';
import { Locutor } from '@locutor/client';

const [file, lm = 'builtin:slm/general'] = process.argv.slice(2);
const locutor = new Locutor({
  url: process.env.LOCUTOR_URL ?? 'http://127.0.0.1:8025',
  token: process.env.LOCUTOR_TOKEN,
});
const results = await locutor.recognize(await openAsBlob(file), {
  lm,
  onProgress: ({ sent, total }) => console.error(`sent ${sent} of ${total} bytes`),
});
for (const { start_time, alternatives } of results) {
  console.log(`${start_time.toFixed(1)} s  ${alternatives[0]?.text ?? '(nothing understood)'}`);
}
