import { connect } from 'node:net';

/** What came back for the bytes of a request. */
export interface Exchange {
  readonly received: Buffer;
  /** How it ended: answered or closed (`over`), or `silent` where neither happened in time. */
  readonly end: 'over' | 'silent' | 'unreachable';
}

const MOST_RECEIVED = 1 << 20;

/**
 * Sends bytes on a connection of their own and reads the answer. Of a request that is not complete the server is told
 * that no more comes; of others it is not, because it drops a request whose client closes its side.
 */
export function exchange(url: string, bytes: Buffer, patienceMs: number): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let connected = false;
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const finish = (end: Exchange['end']) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ received: Buffer.concat(pieces), end });
    };
    const timer = setTimeout(() => finish('silent'), patienceMs);
    socket.once('connect', () => {
      connected = true;
      if (isComplete(bytes)) socket.write(bytes);
      else socket.end(bytes);
    });
    socket.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > MOST_RECEIVED) return;
      pieces.push(piece);
      if (isWhole(Buffer.concat(pieces), bytes)) finish('over');
    });
    socket.once('end', () => finish('over'));
    // A server that refuses a body resets the connection when more of it comes.
    socket.once('error', () => finish(connected ? 'over' : 'unreachable'));
    socket.once('close', () => finish('over'));
  });
}

/** Whether a server can know that this is all of the request. */
export function isComplete(request: Buffer): boolean {
  const { head, body } = parts(request);
  if (head === undefined) return false;
  if (/^transfer-encoding:/im.test(head)) return body.toString('latin1').endsWith('0\r\n\r\n');
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  return length === undefined || body.length >= Number(length);
}

/**
 * Whether this is an answer with all of its body: a connection that is kept open says nothing more. `request` is what
 * it answers.
 */
export function isWhole(answer: Buffer, request: Buffer): boolean {
  const { head, body } = parts(answer);
  if (head === undefined) return false;
  const status = Number(head.slice(9, 12));
  // Another one follows.
  if (status < 200) return isWhole(body, request);
  if (status === 204 || status === 304 || request.subarray(0, 5).toString('latin1') === 'HEAD ') return true;
  if (/^transfer-encoding: chunked/im.test(head))
    return /(^|\r\n)0\r\n\r\n$/.test(body.toString('latin1', Math.max(0, body.length - 7)));
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return length !== undefined && body.length >= Number(length);
}

function parts(message: Buffer): { head: string | undefined; body: Buffer } {
  const end = message.indexOf('\r\n\r\n');
  if (end < 0) return { head: undefined, body: message };
  return { head: message.toString('latin1', 0, end), body: message.subarray(end + 4) };
}
