import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { traced } from '../../tracing/traced.ts';
import { type Access, Authenticator, type CredentialSources, type Principal, type Refusal } from '../auth.ts';
import { network } from '../client-id.ts';
import { HttpError } from '../http-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that credentials must cover, and whether any are needed. Without it credentials are ignored. */
    scope?: string;
    access?: Access;
    /** A bearer token that is none of ours counts as none where none is required: tools insist on sending one. */
    anyToken?: boolean;
  }
  interface FastifyRequest {
    /** Who the request comes from; null where no credentials were sent or checked. */
    principal: Principal | null;
    /** Throws unless the credentials cover the scope. */
    authorize(scope: string, access: Access): Promise<void>;
    /** Whom the user name and password belong to. Throws where they are wrong. */
    exchangeCredentials(): Promise<Principal>;
    /** Whom a token belongs to, or why it is refused. */
    inspectToken(token: string): Promise<Principal | Refusal>;
  }
}

export interface AuthenticationOptions extends CredentialSources {
  /** Called before the answer, for valid credentials that do not cover the scope. */
  onForbidden(request: FastifyRequest, principal: Principal, scope: string): Promise<void>;
}

/** Checks the credentials of requests before anything of their bodies is read. */
export const authentication = fp<AuthenticationOptions>(
  async (app, { onForbidden, ...sources }) => {
    const authenticator = new Authenticator(sources);
    app.decorateRequest('principal', null);
    app.decorateRequest('authorize', async function (this: FastifyRequest, scope, access) {
      if (access === 'off') return;
      // A request with several scopes is identified, and counted against its rate, once.
      const principal =
        this.principal ??
        (await traced('authenticate', () =>
          authenticator.identify(this.headers.authorization, access, this.routeOptions.config.anyToken),
        )) ??
        null;
      if (principal === null) return;
      if (!principal.scopes.includes('*') && !principal.scopes.includes(scope)) {
        await onForbidden(this, principal, scope);
        throw new HttpError('ERR_FORBIDDEN', `the credentials do not cover ${scope}`, {
          'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
        });
      }
      this.principal = principal;
    });
    const networkOf = (request: FastifyRequest) => network(request.raw.socket.remoteAddress ?? '');
    app.decorateRequest('exchangeCredentials', async function (this: FastifyRequest) {
      this.principal = await authenticator.exchange(this.headers.authorization, networkOf(this));
      return this.principal;
    });
    app.decorateRequest('inspectToken', function (this: FastifyRequest, token: string) {
      return authenticator.inspect(token, networkOf(this));
    });
    app.addHook('onRequest', async (request) => {
      const { scope, access } = request.routeOptions.config;
      if (scope !== undefined && access !== undefined) await request.authorize(scope, access);
    });
  },
  { name: 'authentication' },
);
