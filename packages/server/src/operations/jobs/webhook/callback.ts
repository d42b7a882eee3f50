import { Type } from 'typebox';
import type { Config } from '../../../config/index.ts';
import { quoteUri, ServiceError } from '../../../errors/index.ts';
import { readTexts } from '../../../fields/index.ts';
import { LoadFailure } from '../../../grammars/load-failure.ts';
import { FetchPolicy } from '../../../grammars/web/fetch-policy.ts';
import { permittedAddresses, type ResolveHost, systemResolver } from '../../../grammars/web/resolve-host.ts';
import { parseWebUrl } from '../../../grammars/web/web-url.ts';
import { CLOSED } from '../../../http/plugins/validation.ts';

/** Whom to tell of a job that is over, and whether the results go along. */
export interface Callback {
  readonly url: string;
  readonly withResult: boolean;
}

const MOST_CHARACTERS = 2048;
const RESOLVE_MS = 5000;

/** The query parameters of a job that RECOGNIZE does not have. */
export const callbackQuery = {
  callback_url: Type.Optional(
    Type.String({
      maxLength: MOST_CHARACTERS,
      description:
        'An http: or https: address that gets a signed POST when the job is over; private addresses only where the setting webhookHosts lists them',
    }),
  ),
  callback_result: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether the webhook carries the results as well' }),
  ),
};

const callbackSchema = Type.Object(callbackQuery, CLOSED);
const NAMES = { what: 'the query', noun: 'query parameter' };

/** Undefined where nobody is to be told. Other parameters are left to those whose they are. */
export function readCallback(query: unknown): Callback | undefined {
  const { callback_url, callback_result } = query as Record<string, unknown>;
  const sent = {
    ...(callback_url !== undefined && { callback_url }),
    ...(callback_result !== undefined && { callback_result }),
  };
  const { callback_url: url, callback_result: withResult = false } = readTexts(callbackSchema, sent, NAMES);
  return url === undefined ? undefined : { url, withResult };
}

/** Where webhooks may go. */
export class CallbackPolicy {
  readonly #policy: FetchPolicy;
  readonly #resolve: ResolveHost;
  readonly #enabled: boolean;

  constructor(
    { webhookHosts, webhookSecret }: Pick<Config, 'webhookHosts' | 'webhookSecret'>,
    resolve: ResolveHost = systemResolver(),
  ) {
    this.#policy = new FetchPolicy(webhookHosts);
    this.#resolve = resolve;
    this.#enabled = webhookSecret !== '';
  }

  /** Refuses an address that no webhook could be sent to, while its client still listens. */
  async check(url: string): Promise<void> {
    if (!this.#enabled) {
      throw new ServiceError(
        'ERR_NOT_SUPPORTED',
        'callback_url cannot be used: the setting webhookSecret of this server is empty',
      );
    }
    try {
      await this.addresses(url, AbortSignal.timeout(RESOLVE_MS));
    } catch (error) {
      throw refusal(url, error);
    }
  }

  /** The address and what it resolves to now; asked before every attempt. Throws where it is not allowed. */
  async addresses(url: string, signal: AbortSignal): Promise<{ url: URL; addresses: string[] }> {
    const parsed = parseWebUrl(url);
    return {
      url: parsed,
      addresses: await permittedAddresses(parsed, this.#policy, this.#resolve, signal),
    };
  }
}

function refusal(url: string, error: unknown): ServiceError {
  const code =
    error instanceof LoadFailure && error.code === 'ERR_LM_FORBIDDEN'
      ? 'ERR_CALLBACK_FORBIDDEN'
      : 'ERR_INVALID_PARAMETER';
  const reason = error instanceof LoadFailure ? error.message : 'its host name does not resolve';
  return new ServiceError(code, `callback_url ${quoteUri(shown(url))} cannot be used: ${reason}`);
}

/** Without the query, which may hold a secret. */
function shown(url: string): string {
  return url.split(/[?#]/, 1)[0]!;
}
