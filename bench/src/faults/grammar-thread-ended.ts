import { BenchServer } from '../bench-server.ts';
import type { LoadRequest } from '../load/load-request.ts';
import { send } from '../load/send.ts';
import { expectThat, type Fault } from './fault.ts';
import { interpretation } from './requests.ts';
import { labelOf, Traffic, tally } from './traffic.ts';

/** Its shortest sentence has 2^40 words: whoever looks for one does not come back. */
const ENDLESS = [
  '#ABNF 1.0;\nlanguage en;\nroot $r0;',
  ...Array.from({ length: 40 }, (_, n) => `$r${n} = $r${n + 1} $r${n + 1};`),
  '$r40 = x;\n',
].join('\n');

function endless(): LoadRequest {
  const body = new FormData();
  body.append('lm', new Blob([ENDLESS], { type: 'application/srgs' }), 'grammar');
  return {
    kind: 'grammar',
    method: 'POST',
    path: '/asr/rest/v3/grammar?sentences=1',
    body,
    check: ({ status, text }) =>
      status === 200 && /longer than \d+ ms/.test(text) ? undefined : `${status} ${text.slice(0, 200)}`,
  };
}

/** No signal ends one thread of a process. What does is its own limit of time, which is what a hostile grammar runs into. */
export const grammarThreadEnded: Fault = {
  name: 'grammar thread ended at work',
  async run() {
    const server = await BenchServer.start({ env: { LOCUTOR_WORKERS: '1' } });
    try {
      const traffic = new Traffic(server, [interpretation], 4);
      await traffic.answered(4);
      const hostile = await Promise.all(
        [1, 2, 3].map((n) => send(server.url, server.token, endless(), `endless-${n}`)),
      );
      const wrong = hostile.find(({ verdict }) => verdict !== 'right');
      expectThat(wrong === undefined, `the limit is reported: ${wrong?.why}`);
      await traffic.answered(4);
      const outcomes = await traffic.stop();
      const broken = outcomes.find(({ verdict }) => verdict !== 'right');
      expectThat(broken === undefined, `others are served meanwhile: ${broken?.why}`);
      return {
        done: `${hostile.length} grammars that never end, each of which ends its thread after 2 s, under 4 clients that interpret`,
        seen: `the 3 are told that it took too long; others ${tally(outcomes.map(labelOf))}`,
        lost: 'nothing of other clients; new threads took their place',
      };
    } finally {
      await server.stop();
    }
  },
};
