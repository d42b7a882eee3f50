import fp from 'fastify-plugin';
import { quote } from '../../errors/index.ts';
import { HttpError } from '../http-error.ts';

/**
 * Refuses transfer codings other than chunked, which Node passes on undecoded (RFC 9112, 6.1: 501), and any transfer
 * coding in HTTP/1.0, which has none. A proxy in front may have read such a request differently, so the connection is
 * closed.
 */
export const transferEncoding = fp(
  async (app) => {
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      const coding = raw.headers['transfer-encoding'];
      if (coding === undefined) done();
      else if (raw.httpVersion !== '1.1') {
        const message = `HTTP/${raw.httpVersion} has no Transfer-Encoding; send Content-Length`;
        done(new HttpError('ERR_MALFORMED_REQUEST', message, { connection: 'close' }));
      } else if (coding.trim().toLowerCase() !== 'chunked') {
        const message = `Transfer-Encoding is ${quote(coding)}; only chunked is supported`;
        done(new HttpError('ERR_UNSUPPORTED_TRANSFER_ENCODING', message, { connection: 'close' }));
      } else done();
    });
  },
  { name: 'transfer-encoding' },
);
