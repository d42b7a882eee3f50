import { expect, it } from 'vitest';
import { exporterLog } from './exporter-log.ts';

function setUp() {
  const lines: object[] = [];
  const clock = { now: 0 };
  const log = exporterLog({ warn: (line: object) => void lines.push(line) } as never, () => clock.now);
  return { lines, clock, log };
}

it('complains once a minute at most', () => {
  const { lines, clock, log } = setUp();
  for (let n = 0; n < 100; n++) log.error('the collector is down');
  clock.now = 60_000;
  log.warn('still down');
  log.info('nothing to complain about');
  expect(lines).toEqual([{ reason: 'the collector is down' }, { reason: 'still down' }]);
});

it.each([
  ['{"message":"connect ECONNREFUSED 127.0.0.1:1","stack":"…"}', 'connect ECONNREFUSED 127.0.0.1:1'],
  ['{"message":"","code":"ECONNREFUSED"}', 'ECONNREFUSED'],
  ['cannot reach https://ana:secret@collector/v1/traces', 'cannot reach https://collector/v1/traces'],
  ['x'.repeat(5000), 'x'.repeat(300)],
])('gives the reason in %s', (message, reason) => {
  const { lines, log } = setUp();
  log.error(message);
  expect(lines).toEqual([{ reason }]);
});
