import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Cut {
  /** Before the COMMIT arrives, or before its answer comes back. */
  readonly when: 'before' | 'after';
  /** Whether nobody gets through afterwards either, until it is mended. */
  readonly closes?: boolean;
  /** Only the COMMIT of a transaction with this in one of its statements. */
  readonly of?: string;
}

/** A way to PostgreSQL that is cut at the next COMMIT. */
export async function cuttable(url: string) {
  const target = new URL(url);
  let cut: Cut | undefined;
  let closed = false;
  const sockets = new Set<Socket>();
  const end = (...ended: Socket[]) => {
    for (const socket of ended) socket.destroy();
  };
  const server = createServer((client) => {
    if (closed) return end(client);
    const upstream = connect(Number(target.port), target.hostname);
    sockets.add(client).add(upstream);
    let committing = false;
    let statements = '';
    const ends = () => {
      closed = cut?.closes === true;
      end(...(closed ? sockets : [client, upstream]));
    };
    client.on('data', (bytes) => {
      statements += bytes.toString('latin1');
      const commits = bytes.toString('latin1').includes('commit');
      committing = commits && cut !== undefined && statements.includes(cut.of ?? '');
      if (commits) statements = '';
      if (committing && cut?.when === 'before') return ends();
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => (committing ? ends() : client.write(bytes)));
    for (const socket of [client, upstream]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        end(client, upstream);
      });
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const way = new URL(url);
  way.port = String((server.address() as AddressInfo).port);
  return {
    url: way.href,
    cutAtCommit(next: Cut) {
      cut = next;
    },
    mend() {
      cut = undefined;
      closed = false;
    },
    close() {
      end(...sockets);
      server.close();
    },
  };
}
