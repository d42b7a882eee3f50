import type { Logger } from 'pino';
import { symbols } from 'pino';
import type { Observer } from './answer.ts';

/**
 * One line per answered request, in the log's own form and order. The line is put together here and handed to the
 * log's stream: every field is a number or a text that needs no escaping, so the logger has nothing to add.
 */
export function accessLog(log: Logger): Observer {
  if (!log.isLevelEnabled('info')) return () => {};
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[symbols.streamSym]!;
  const time = (log as unknown as Record<symbol, () => string>)[symbols.timeSym]!;
  return ({ id, method, route, status, ms, bytes }) => {
    stream.write(
      `{"level":30${time()},"id":"${id}","method":"${method}","route":"${route}","status":${status},"ms":${ms},"bytes":${bytes},"msg":"request"}\n`,
    );
  };
}
