// node interpret.mjs GRAMMAR TEXT: prints what a text means against a grammar of your own, or what is wrong with it.
import { readFile } from 'node:fs/promises';
import { Locutor, LocutorError } from '@locutor/client';

const [file, text] = process.argv.slice(2);
const locutor = new Locutor({
  url: process.env.LOCUTOR_URL ?? 'http://127.0.0.1:8025',
  token: process.env.LOCUTOR_TOKEN,
});
try {
  const grammar = { source: await readFile(file, 'utf8') };
  const { result_status, alternatives } = await locutor.interpret(text, { grammars: [grammar] });
  console.log(result_status, ...(alternatives[0]?.interpretations ?? []));
} catch (error) {
  if (!(error instanceof LocutorError)) throw error;
  console.log(`${error.code}: ${error.message}`);
}
