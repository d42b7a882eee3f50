import { describe, expect, it } from 'vitest';
import { appForTest } from '../../testing/app-for-test.ts';

const ENCODERS = '/rest/v2/encoders';

describe('/metrics', () => {
  it('counts requests and shows the engine in /metrics', async () => {
    const app = await appForTest();
    for (let time = 0; time < 3; time++) await app.inject(ENCODERS);
    await app.inject('/nowhere');
    const { body, headers } = await app.inject('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain(
      'locutor_http_request_seconds_count{method="GET",route="/rest/v2/encoders",status="200"} 3',
    );
    expect(body).toContain(
      'locutor_http_request_seconds_bucket{le="+Inf",method="GET",route="none",status="404"} 1',
    );
    expect(body).toContain('locutor_engine_queued 3');
    expect(body).toContain('locutor_build_info{version="0.0.0-test"} 1');
  });

  it('counts restarts of engine processes, which never go back', async () => {
    let restarts = 2;
    const app = await appForTest(
      {},
      { engine: () => ({ processes: 2, ready: 2, queued: 0, running: 0, restarts }) },
    );
    const lines = async () => {
      const { body } = await app.inject('/metrics');
      return body.split('\n').filter((line) => line.includes('locutor_engine_restarts'));
    };
    const head = [
      '# HELP locutor_engine_restarts_total Engine processes that were replaced since the server started',
      '# TYPE locutor_engine_restarts_total counter',
    ];
    expect(await lines()).toEqual([...head, 'locutor_engine_restarts_total 2']);
    expect(await lines()).toEqual([...head, 'locutor_engine_restarts_total 2']);
    restarts = 5;
    expect(await lines()).toEqual([...head, 'locutor_engine_restarts_total 5']);
  });

  it('guards /metrics when configured to', async () => {
    const app = await appForTest({ LOCUTOR_AUTH_METRICS: 'required' });
    expect((await app.inject('/metrics')).statusCode).toBe(401);
    expect(
      (await app.inject({ url: '/metrics', headers: { authorization: 'Bearer good-token' } })).statusCode,
    ).toBe(200);
  });
});
