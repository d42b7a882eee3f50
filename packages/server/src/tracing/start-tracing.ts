import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { version } from '../common/version.ts';
import { exporterLog } from './exporter-log.ts';

/** A collector that does not answer must not hold up the end of the process. */
const LAST_SPANS_MS = 2000;

export interface Tracing {
  /** Exports what is left, if the collector takes it soon. */
  stop(): Promise<void>;
}

/** Whether spans are exported: to the address of the setting, or to that of OpenTelemetry's own variables. */
export function isTracing(endpoint: string, env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false;
  if (endpoint !== '') return true;
  if (env.OTEL_TRACES_EXPORTER === 'none') return false;
  return Boolean(env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT);
}

/**
 * Exports spans with OTLP over HTTP, in batches and beside the requests: what a slow collector does not take is dropped.
 * The libraries are loaded here only: a server without tracing does without them.
 */
export async function startTracing(
  endpoint: string,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<Tracing | undefined> {
  if (!isTracing(endpoint)) return undefined;
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { detectResources, envDetector, resourceFromAttributes } = await import('@opentelemetry/resources');
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core');
  diag.setLogger(exporterLog(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const ours = resourceFromAttributes({
    'service.name': 'locutor',
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
  });
  const exporter = new OTLPTraceExporter(endpoint === '' ? {} : { url: endpoint });
  const provider = new NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
    resource: ours.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register({ propagator: new W3CTraceContextPropagator() });
  log.info({}, 'requests are traced');
  return {
    stop: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}
