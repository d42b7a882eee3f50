import { expect, it } from 'vitest';
import { isTracing } from './start-tracing.ts';

it.each([
  ['', {}, false],
  ['http://collector/v1/traces', {}, true],
  ['', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector' }, true],
  ['', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector/v1/traces' }, true],
  ['', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
  ['', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector', OTEL_TRACES_EXPORTER: 'none' }, false],
  ['http://collector/v1/traces', { OTEL_SDK_DISABLED: 'true' }, false],
])('with the setting %j and %j requests are traced: %s', (endpoint, env, expected) => {
  expect(isTracing(endpoint, env)).toBe(expected);
});
