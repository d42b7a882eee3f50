import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, GRAMMAR, loaderWith, resolver, serveDocuments, web } from '../testing/fetching.ts';
import { type Answer, LocalServer } from '../testing/local-server.ts';
import { selfSigned } from '../testing/self-signed.ts';

serveDocuments();

describe('redirects', () => {
  function redirect(target: string, status = 302): Answer {
    return (request, response) => {
      if (request.url === '/end') response.end(GRAMMAR);
      else response.writeHead(status, { location: target }).end('moved');
    };
  }

  it.each([301, 302, 303, 307, 308])('of status %i are followed', async (status) => {
    web.answer = redirect('end#fragment', status);
    const document = await loaderWith().load(web.server.url('/start'));
    expect(document.uri).toBe(web.server.url('/end'));
  });

  it('are followed five times and no more', async () => {
    web.answer = (request, response) => {
      const left = Number(request.url!.slice(1));
      if (left === 0) response.end(GRAMMAR);
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect((await loaderWith().load(web.server.url('/5'))).uri).toBe(web.server.url('/0'));
    expect(web.server.requests).toHaveLength(6);
    const error = await errorOf(web.server.url('/6'));
    expect(error.code).toBe('ERR_LM_NOT_FOUND');
    expect(error.message).toMatch(/it redirects more than 5 times$/);
    expect(web.server.requests).toHaveLength(12);
  });

  it.each([
    'http://10.11.12.13/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]:8025/',
    'http://2130706434:1/',
    '//0x7f000002/',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'http://user:secret@127.0.0.1/',
  ])('to %s are refused without naming it', async (target) => {
    web.answer = redirect(target);
    const error = await errorOf(web.server.url('/start'));
    expect(error.code).toBe('ERR_LM_FORBIDDEN');
    expect(error.message).toMatch(/is not allowed: behind a redirect, /);
    expect(error.message).not.toContain(target);
    expect(error.message).not.toContain('secret');
  });

  it('to a name are checked against what it resolves to now', async () => {
    web.answer = redirect(web.server.url('/end', 'turning.example'));
    const { asked, resolve } = resolver(['127.0.0.1'], ['10.0.0.1']);
    const error = await errorOf(web.server.url('/start', 'turning.example'), { resolve });
    expect(error.code).toBe('ERR_LM_FORBIDDEN');
    expect(asked).toHaveLength(2);
    expect(web.server.requests).toHaveLength(1);
  });

  it.each([undefined, 'http://[', ''])('to %j are not found', async (location) => {
    web.answer = (_request, response) => {
      response.writeHead(302, location === undefined ? {} : { location }).end();
    };
    expect((await errorOf(web.server.url('/start'))).code).toBe('ERR_LM_NOT_FOUND');
  });
});

describe('https', () => {
  const certificate = selfSigned('grammars.example');
  const { resolve } = resolver(['127.0.0.1']);
  let secure: LocalServer;

  beforeAll(async () => {
    secure = await LocalServer.start((request, response) => web.answer(request, response), certificate);
  });

  afterAll(() => secure.close());

  it('is fetched from the host that the certificate names', async () => {
    web.answer = (_request, response) => response.end(GRAMMAR);
    const loader = loaderWith({ resolve, ca: certificate.cert });
    expect((await loader.load(secure.url('/', 'grammars.example'))).bytes).toHaveLength(GRAMMAR.length);
  });

  it('is not fetched with a certificate that is not trusted or names another host', async () => {
    secure.requests.length = 0;
    const untrusted = await errorOf(secure.url('/', 'grammars.example'), { resolve });
    const misnamed = await errorOf(secure.url('/', 'other.example'), { resolve, ca: certificate.cert });
    for (const error of [untrusted, misnamed]) {
      expect(error.code).toBe('ERR_LM_NOT_FOUND');
      expect(error.message).toMatch(/the certificate of its host is not trusted$/);
    }
    expect(secure.requests).toHaveLength(0);
  });

  it('does not lead back to http', async () => {
    web.answer = (_request, response) => response.writeHead(302, { location: web.server.url('/end') }).end();
    const error = await errorOf(secure.url('/', 'grammars.example'), { resolve, ca: certificate.cert });
    expect(error.code).toBe('ERR_LM_FORBIDDEN');
    expect(error.message).toMatch(/behind a redirect, https: leads to http:$/);
    expect(web.server.requests).toHaveLength(0);
  });

  it('may be where http leads', async () => {
    web.answer = (request, response) => {
      if (request.url === '/end') response.end(GRAMMAR);
      else response.writeHead(302, { location: secure.url('/end', 'grammars.example') }).end();
    };
    const document = await loaderWith({ resolve, ca: certificate.cert }).load(web.server.url('/start'));
    expect(document.uri).toBe(secure.url('/end', 'grammars.example'));
  });
});
