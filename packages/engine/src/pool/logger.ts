type Log = (data: object, message: string) => void;

/** The part of a structured logger that the pool uses; a pino logger fits. */
export interface PoolLogger {
  debug: Log;
  info: Log;
  warn: Log;
  error: Log;
}

export const silentLogger: PoolLogger = { debug() {}, info() {}, warn() {}, error() {} };
