import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean; doubleValue?: number };

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
  attributes: { key: string; value: Value }[];
}

export interface ReceivedSpan extends Omit<SentSpan, 'attributes'> {
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
}

interface Batch {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
}

/** A collector, as far as a test needs one: takes OTLP as JSON over HTTP and keeps the spans. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<OtlpReceiver> {
    const server = createServer();
    const receiver = new OtlpReceiver(server);
    server.on('request', async (request, response) => {
      const { resourceSpans } = (await json(request)) as Batch;
      for (const { scopeSpans } of resourceSpans) {
        for (const { spans } of scopeSpans) receiver.spans.push(...spans.map(received));
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1/traces`;
  }

  /** The spans of one trace. */
  trace(id: string): ReceivedSpan[] {
    return this.spans.filter(({ traceId }) => traceId === id);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function received({ attributes, ...span }: SentSpan): ReceivedSpan {
  const values = attributes.map(({ key, value }) => [key, Object.values(value)[0]]);
  return { ...span, attributes: Object.fromEntries(values) };
}
