import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cacheHeaders, conditionalHeaders, freshness } from './freshness.ts';

const NOW = Date.parse('Thu, 01 Jan 2026 00:00:00 GMT');
const HOUR = 3_600_000;

describe('freshness', () => {
  it.each([
    [{}, HOUR],
    [{ 'cache-control': 'public' }, HOUR],
    [{ 'cache-control': 'max-age=60' }, 60_000],
    [{ 'cache-control': 'public, MAX-AGE = "60"' }, 60_000],
    [{ 'cache-control': 'max-age=60, max-age=30' }, 30_000],
    [{ 'cache-control': 'max-age=60', age: '15' }, 45_000],
    [{ 'cache-control': 'max-age=60', age: '90' }, 0],
    [{ 'cache-control': 'max-age=60', age: 'old' }, 60_000],
    [{ 'cache-control': 'max-age=0' }, 0],
    [{ 'cache-control': 'max-age=-1' }, 0],
    [{ 'cache-control': 'max-age=soon' }, 0],
    [{ 'cache-control': 'max-age=99999999999999999999' }, 2 ** 31 * 1000],
    [{ 'cache-control': 's-maxage=5' }, HOUR],
    [{ 'cache-control': 'no-cache, max-age=60' }, 0],
    [{ 'cache-control': 'max-age=60', expires: 'Thu, 01 Jan 2026 01:00:00 GMT' }, 60_000],
    [{ expires: 'Thu, 01 Jan 2026 00:05:00 GMT' }, 300_000],
    [{ expires: 'Thu, 01 Jan 2026 00:05:00 GMT', age: '60' }, 240_000],
    [{ expires: 'Thu, 01 Jan 2020 00:05:00 GMT', date: 'Thu, 01 Jan 2020 00:00:00 GMT' }, 300_000],
    [{ expires: 'Thu, 01 Jan 2020 00:05:00 GMT' }, 0],
    [{ expires: '0' }, 0],
    [{ expires: '-1' }, 0],
  ])('gives %j a life of %i ms', (headers, lifeMs) => {
    expect(freshness(headers, NOW, HOUR)).toEqual({ keep: true, lifeMs });
  });

  it('does not keep what must not be stored', () => {
    expect(freshness({ 'cache-control': 'max-age=60, no-store' }, NOW, HOUR)).toEqual({
      keep: false,
      lifeMs: 0,
    });
  });

  it('gives any headers a life that is a number of milliseconds', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[a-z-]{0,8}(max-age=?|no-store|,)*[\d" ]{0,30}$/));
    fc.assert(
      fc.property(text, text, text, text, (control, expires, date, age) => {
        const headers = cacheHeaders({ 'cache-control': [control, 'public'], expires, date, age });
        expect(freshness(headers, NOW, HOUR).lifeMs).toSatisfy(
          (ms: number) => Number.isFinite(ms) && ms >= 0,
        );
      }),
    );
  });
});

describe('conditionalHeaders', () => {
  it('asks with every mark there is', () => {
    expect(conditionalHeaders({})).toEqual({});
    expect(conditionalHeaders({ etag: 'W/"a"', 'last-modified': 'yesterday' })).toEqual({
      'if-none-match': 'W/"a"',
      'if-modified-since': 'yesterday',
    });
  });
});
