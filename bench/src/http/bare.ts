// A bare fastify route returning fixed bytes: the yardstick of the ENCODERS benchmark.
import Fastify from 'fastify';
import { served } from './served.ts';

const body = Buffer.from(process.env.BENCH_BODY ?? '');
const app = Fastify();
app.get('/rest/v2/encoders', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body);
});
served(await app.listen({ port: 0, host: '127.0.0.1' }));
