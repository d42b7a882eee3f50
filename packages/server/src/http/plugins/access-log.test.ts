import { expect, it } from 'vitest';
import { appForTest } from '../../testing/app-for-test.ts';
import { recordedLog } from '../../testing/recorded-log.ts';

const ENCODERS = '/rest/v2/encoders';

it('writes a log line without addresses, queries or user agents', async () => {
  const { log, lines } = recordedLog();
  const app = await appForTest({}, { log });
  await app.inject({
    url: `${ENCODERS}?lm=secret-grammar`,
    headers: { 'user-agent': 'curious', authorization: 'Bearer good-token' },
  });
  const line = lines.find((each) => each.includes('"request"'))!;
  expect(JSON.parse(line)).toMatchObject({
    method: 'GET',
    route: ENCODERS,
    status: 200,
    bytes: expect.any(Number),
  });
  expect(line).not.toMatch(/secret-grammar|curious|good-token|127\.0\.0\.1/);
});
