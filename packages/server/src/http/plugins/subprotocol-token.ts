import fp from 'fastify-plugin';

const OFFERED = /^bearer\.([\w.~+/-]+=*)$/;

/** Browsers cannot send Authorization with a WebSocket, only subprotocols: `bearer.<token>` stands for the header. */
export const subprotocolToken = fp(
  async (app) => {
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      const { upgrade, authorization, 'sec-websocket-protocol': offered = '' } = raw.headers;
      if (upgrade?.toLowerCase() === 'websocket' && authorization === undefined) {
        const tokens = offered.split(',').flatMap((each) => OFFERED.exec(each.trim())?.[1] ?? []);
        if (tokens[0] !== undefined) raw.headers.authorization = `Bearer ${tokens[0]}`;
      }
      done();
    });
  },
  { name: 'subprotocol-token' },
);
