import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { BROKEN, LOOPS, THROWS } from './grammar-server.ts';
import { sharedServer } from './shared-server.ts';

export const PIZZA = `#ABNF 1.0 UTF-8;
language en-US;
mode voice;
root $order;
tag-format <semantics/1.0>;
public $order = [I would like] $count $size pizza {!{out = {count: rules.count, size: rules.size};}!};
$count = (a | one) {out = 1;} | two {out = 2;};
$size = small {out = "S";} | large {out = "L";};
`;
export const PIZZA_XML = `<?xml version="1.0"?>
<grammar version="1.0" xmlns="http://www.w3.org/2001/06/grammar" xml:lang="en" root="drink" tag-format="semantics/1.0-literals">
  <rule id="drink" scope="public"><one-of><item>tea<tag>T</tag></item><item>coffee<tag>C</tag></item></one-of></rule>
</grammar>`;
export const JSGF =
  '#JSGF V1.0 UTF-8 en;\ngrammar lights;\npublic <command> = turn (on {ON} | off {OFF}) [please];\n';
const AMBIGUOUS = `#ABNF 1.0;
language en; root $r; tag-format <semantics/1.0>;
public $r = /3/ call home {out = "phone";} | /1/ call home {out = "visit";};
`;

export interface Options {
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
}

/** The shared server with these grammars, a host of grammars that it may ask, and a way to ask it. */
export async function startInterpretation() {
  const server = await sharedServer({
    'pizza.abnf': PIZZA,
    'drink.grxml': PIZZA_XML,
    'lights.jsgf': JSGF,
    'home.abnf': AMBIGUOUS,
    'throws.abnf': THROWS,
    'loops.abnf': LOOPS,
    'broken.abnf': BROKEN,
  });
  const secret = join(server.folder, 'secret.abnf');
  const link = join(server.folder, 'grammars', 'link.abnf');
  writeFileSync(secret, PIZZA);
  if (!existsSync(link)) symlinkSync(secret, link);
  let fetches = 0;
  const web = createServer((request, response) => {
    fetches++;
    if (request.url === '/pizza.abnf') response.setHeader('content-type', 'application/srgs').end(PIZZA);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  const { port } = web.address() as AddressInfo;

  const ask = async (lm: string | string[] | undefined, body: Options['body'], options: Options = {}) => {
    const query =
      lm === undefined
        ? ''
        : `?${[lm]
            .flat()
            .map((each) => `lm=${encodeURIComponent(each)}`)
            .join('&')}`;
    const headers = { ...(typeof body === 'string' && { 'content-type': 'text/plain' }), ...options.headers };
    const answer = await fetch(`${server.url}${options.path ?? '/asr/rest/v3/interpret'}${query}`, {
      method: 'POST',
      body: body as never,
      headers,
    });
    const text = await answer.text();
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      text,
      json: () => JSON.parse(text),
    };
  };
  return {
    server,
    webUrl: `http://127.0.0.1:${port}`,
    /** How often the host was asked. */
    fetches: () => fetches,
    ask,
    stop: () => web.close(),
  };
}

export type Interpretation = Awaited<ReturnType<typeof startInterpretation>>;
