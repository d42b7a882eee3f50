import { METHODS } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recognizeHeaders } from '../recognize/header-names.ts';
import { HeaderNames, refuseMisspelt } from './misspelt.ts';

it('names the header that was meant, and the one that was sent as it was sent', () => {
  const rawHeaders = ['Host', 'x', 'Infer-agee-enabled', 'true'];
  expect(() => refuseMisspelt({ rawHeaders }, recognizeHeaders)).toThrow(
    'there is no header "Infer-agee-enabled"; the nearest is Infer-age-enabled',
  );
});

it.each([
  ['infer-agee-enabled', 'Infer-age-enabled'],
  ['diarisation-enabled', 'diarization-enabled'],
  ['endpointr-waitend', 'endpointer-waitEnd'],
  ['endpointer.waitned', 'endpointer.waitEnd'],
  ['decoder-maxsentence', 'decoder-maxSentences'],
  ['logingtag', 'loggingTag'],
  ['logging-tag', 'loggingTag'],
  ['decoder-maxsentences', undefined],
  ['infer-enabled', undefined],
])('%s is %s', (header, meant) => {
  expect(recognizeHeaders.nearest(header)).toBe(meant);
});

/** Of the registry of field names, and what clients, proxies and tracing add. */
const ORDINARY =
  `A-IM Accept Accept-Charset Accept-Encoding Accept-Language Accept-Patch Accept-Post Accept-Ranges Age Allow
ALPN Alt-Svc Alt-Used Authorization Baggage Cache-Control CDN-Loop Connection Content-Digest Content-Disposition
Content-Encoding Content-ID Content-Language Content-Length Content-Location Content-MD5 Content-Range Content-Type Cookie
Correlation-Context Correlation-ID Date Depth Device-Memory DNT Downlink DPoP Early-Data ECT Expect Expires Fastly-Client-IP
Forwarded From Host HTTP2-Settings Idempotency-Key If If-Match If-Modified-Since If-None-Match If-Range If-Unmodified-Since
Keep-Alive Last-Event-ID Last-Modified Link Max-Forwards MIME-Version Origin Pragma Prefer Priority Proxy-Authorization
Proxy-Connection Range Referer Repr-Digest Request-Id RTT Save-Data Sec-CH-UA Sec-CH-UA-Mobile Sec-CH-UA-Platform
Sec-Fetch-Dest Sec-Fetch-Mode Sec-Fetch-Site Sec-Fetch-User Sec-GPC Sec-WebSocket-Key Sec-WebSocket-Protocol Server-Timing
Signature Signature-Input SOAPAction TE Timeout Traceparent Tracestate Trailer Transfer-Encoding True-Client-IP Upgrade
Upgrade-Insecure-Requests User-Agent Via Viewport-Width Want-Content-Digest Warning X-Account-Tag X-Amz-Cf-Id X-Amzn-Trace-Id
X-API-Key X-Azure-Ref X-B3-SpanId X-B3-TraceId X-Client-IP X-Cloud-Trace-Context X-Correlation-ID X-CSRF-Token X-Forwarded-For
X-Forwarded-Host X-Forwarded-Port X-Forwarded-Prefix X-Forwarded-Proto X-HTTP-Method-Override X-Real-IP X-Request-Id
X-Request-Start X-Requested-With X-Stainless-Arch X-Stainless-Lang X-Stainless-Retry-Count`.split(/\s+/);

it('takes no ordinary header for one of ours', () => {
  for (const header of [...ORDINARY, ...METHODS]) {
    expect([header, recognizeHeaders.nearest(header.toLowerCase())]).toEqual([header, undefined]);
  }
});

it('finds a name with up to two letters left out, added or changed', () => {
  const edit = fc.record({
    at: fc.nat(30),
    kind: fc.constantFrom('out', 'in', 'other'),
    letter: fc.constantFrom('q', '7'),
  });
  const names = new HeaderNames(['Infer-emotion-enabled']);
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 2 }), (edits) => {
      const header = edits.reduce((text, { at, kind, letter }) => {
        const place = at % text.length;
        return (
          text.slice(0, place) +
          (kind === 'out' ? '' : letter) +
          text.slice(kind === 'in' ? place : place + 1)
        );
      }, 'infer-emotion-enabled');
      fc.pre(header !== 'infer-emotion-enabled');
      expect(names.nearest(header)).toBe('Infer-emotion-enabled');
      expect(names.nearest(`${header}qqq`)).toBeUndefined();
    }),
  );
});
