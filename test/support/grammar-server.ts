import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Asking, recognize, type Segment } from './recognize.ts';
import { root } from './server.ts';
import { sharedServer } from './shared-server.ts';
import { type Bytes, fixture } from './speech.ts';

const sample = (name: string) => readFileSync(join(root, 'grammars', name), 'utf8');

export const ORDER = `#ABNF 1.0 UTF-8;
language en; root $order; tag-format <semantics/1.0>;
public $order = $count $size pepperoni (pizza | pizzas) [please]
  {!{out = {count: rules.count, size: rules.size}}!};
$count = (a | one) {out = 1} | two {out = 2};
$size = small | medium | large;
`;
export const ORDER_XML = `<?xml version="1.0"?>
<grammar version="1.0" xmlns="http://www.w3.org/2001/06/grammar" xml:lang="en" root="order" tag-format="semantics/1.0">
  <rule id="order" scope="public">
    <one-of><item>one<tag>out.count = 1;</tag></item><item>two<tag>out.count = 2;</tag></item></one-of>
    <ruleref uri="#size"/><tag>out.size = rules.size;</tag> pepperoni pizzas
    <item repeat="0-1">please</item>
  </rule>
  <rule id="size"><one-of><item>small</item><item>large</item></one-of></rule>
</grammar>`;
export const ORDER_JSGF =
  '#JSGF V1.0 UTF-8 en;\ngrammar order;\npublic <order> = (one {1} | two {2}) (small | large) pepperoni (pizza | pizzas) [please];\n';
const FILLER = `#ABNF 1.0;
language en; root $order; tag-format <semantics/1.0>;
public $order = [$GARBAGE] (a | one) $size {out.size = rules.size} (coffee | tea) [please | thank you];
$size = small | large;
`;
const POLITE = `#ABNF 1.0;
language en; root $order; tag-format <semantics/1.0-literals>;
public $order = [um | well] [I (want | would like)] (a large coffee {coffee} | a large tea {tea}) [please];
`;
const NESTED = `#ABNF 1.0;
language en; root $who; tag-format <semantics/1.0>;
public $who = the $noun {out = rules.noun} [of $who {!{out = out + " < " + rules.who}!}];
$noun = dog | friend | king | cat;
`;
export const BROKEN = '#ABNF 1.0;\nlanguage en;\nroot $r;\npublic $r = hello | ;\n';
export const KEYS = '#ABNF 1.0;\nmode dtmf; root $r;\npublic $r = 1 | 2;\n';
const KLINGON = '#ABNF 1.0;\nlanguage tlh; root $r;\npublic $r = qapla;\n';
export const THROWS =
  '#ABNF 1.0;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = (yes | hello) {throw new Error("no")};\n';
export const LOOPS =
  '#ABNF 1.0;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = (yes | hello) {!{while (true) {}}!};\n';

export const meanings = (segments: readonly Segment[]) =>
  segments.map((each) => each.alternatives[0]?.interpretations);

export function formOf(grammar: string, type: string, audio: Bytes): FormData {
  const parts = new FormData();
  parts.append('lm', new Blob([grammar], { type }), 'grammar');
  parts.append('audio', new Blob([audio], { type: 'audio/ogg' }), 'speech');
  return parts;
}

/** The shared server with these grammars, a host of grammars that it may ask, and ways to ask it. */
export async function grammarServer() {
  const server = await sharedServer({
    'order.abnf': ORDER,
    'filler.abnf': FILLER,
    'polite.abnf': POLITE,
    'nested.abnf': NESTED,
    'broken.abnf': BROKEN,
    'keys.abnf': KEYS,
    'klingon.abnf': KLINGON,
    'throws.abnf': THROWS,
    'loops.abnf': LOOPS,
    'menu-en.jsgf': sample('menu-en.jsgf'),
    'pizza-en.abnf': sample('pizza-en.abnf'),
    'pizza-pt.grxml': sample('pizza-pt.grxml'),
    'bank-transfer-pt.abnf': sample('bank-transfer-pt.abnf'),
  });
  let fetches = 0;
  const web = createServer((request, response) => {
    fetches++;
    if (request.url === '/order') response.setHeader('content-type', 'application/srgs').end(ORDER);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  const { port } = web.address() as AddressInfo;
  const ask = (body: Bytes | FormData, asking?: Asking) => recognize(server, body, asking);
  return {
    webUrl: `http://127.0.0.1:${port}`,
    /** How often the host was asked. */
    fetches: () => fetches,
    ask,
    segmentsOf: async (name: string, asking: Asking) => (await ask(fixture(name), asking)).segments(),
    stop: () => web.close(),
  };
}
