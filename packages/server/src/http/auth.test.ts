import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type Access, authentication, principalOf } from './auth.ts';
import { hashPassword } from './passwords.ts';

async function appWith(access: Access): Promise<FastifyInstance> {
  const guard = authentication({
    checkToken: async (text) => (text === 'good' ? { id: 'token:a', scopes: ['encoders'] } : undefined),
    credentials: [await hashPassword('ana', 'secret')],
    rate: '',
  });
  const app = Fastify();
  app.get('/', { onRequest: guard('encoders', access) }, async (request) => ({
    actor: principalOf(request)?.id ?? 'nobody',
  }));
  return app;
}

describe('principalOf', () => {
  it.each([
    ['required', 'Bearer good', 'token:a'],
    ['required', `Basic ${Buffer.from('ana:secret').toString('base64')}`, 'user:ana'],
    ['optional', 'Bearer good', 'token:a'],
    ['optional', undefined, 'nobody'],
    ['off', 'Bearer good', 'nobody'],
  ] as const)('with %s access and %j is %s', async (access, authorization, actor) => {
    const app = await appWith(access);
    const answer = await app.inject({ url: '/', headers: authorization ? { authorization } : {} });
    expect(answer.json()).toEqual({ actor });
  });
});
