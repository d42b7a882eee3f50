import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { untilAborted } from '../../common/until-aborted.ts';
import { type ErrorCode, ServiceError } from '../../errors/index.ts';
import { clientOf } from '../../http/client-id.ts';
import { AnsweredBefore, type BillingLog, type FirstAnswers, type Once } from '../../store/index.ts';
import { readKey } from './key.ts';

const REPLAYED_HEADER = 'idempotent-replayed';

/** What is kept of an answer. */
export interface FirstAnswer<Body = unknown> {
  /** A hash of the request, by which a repeat is told from another request. */
  readonly request: string;
  /** Of the billing record. */
  readonly transactionId?: string;
  /** Without it, a repeat does the work again, unbilled. */
  readonly body?: Body;
  /** In place of a body. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

/** A request whose work is still to be done, with the answer to be kept. */
export type Keep = <Result>(answer: (result: Result) => FirstAnswer) => Once<Result>;

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}

interface Work<Body, Answer> {
  /** Whether the request is the one of this hash. */
  matches(hash: string): boolean | Promise<boolean>;
  /** Does the work; `keep` is undefined for a request without a key. */
  run(keep: Keep | undefined): Promise<Answer>;
  /** Gives the first answer again. */
  again(first: FirstAnswer<Body>): Answer | Promise<Answer>;
}

/** Requests with an `Idempotency-Key`: each is done once, and its repeats get the first answer. */
export class KeyedRequests {
  readonly #answers: Pick<FirstAnswers, 'find'>;
  /** Those that are being answered by this server; the database knows of those that were answered. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(answers: Pick<FirstAnswers, 'find'>) {
    this.#answers = answers;
  }

  /** A repeat waits for the first request, and does the work itself where that ended without an answer to keep. */
  async answer<Body, Answer>(
    { request, reply, signal }: Exchange,
    { matches, run, again }: Work<Body, Answer>,
  ): Promise<Answer> {
    const id = idOf(request);
    if (id === undefined) return run(undefined);
    const repeat = async (bytes: Uint8Array) => {
      const { error, ...first } = parse<Body>(bytes);
      if (!(await matches(first.request))) throw otherRequest();
      if (!reply.raw.headersSent) reply.header(REPLAYED_HEADER, 'true');
      if (error) throw billed(error, first.transactionId);
      return again(first);
    };
    return this.#alone(id, signal, async () => {
      const before = await this.#answers.find(id);
      if (before) return repeat(before);
      const keep: Keep = (answer) => ({ id, answer: (result) => write(answer(result)) });
      try {
        return await run(keep);
      } catch (error) {
        // Another server of the same database was faster, or only the answer to COMMIT was lost.
        const since = error instanceof AnsweredBefore ? error.answer : await this.#since(id, signal);
        if (since) return repeat(since);
        throw error;
      }
    });
  }

  /**
   * A billing log for one request whose work is done again for each repeat, and billed once. Rejects where the key was
   * used for another request.
   */
  async billing(request: FastifyRequest, hash: string, billing: BillingLog): Promise<BillingLog> {
    const id = idOf(request);
    if (id === undefined) return billing;
    const transactionOf = (bytes: Uint8Array) => {
      const first = parse(bytes);
      if (first.request !== hash) throw otherRequest();
      return first.transactionId!;
    };
    const before = await this.#answers.find(id);
    if (before) transactionOf(before);
    return {
      async bill(record) {
        const answer = (transactionId: string) => write({ request: hash, transactionId });
        try {
          return await billing.bill(record, { id, answer });
        } catch (error) {
          if (error instanceof AnsweredBefore) return transactionOf(error.answer);
          throw error;
        }
      },
    };
  }

  async #since(id: string, { aborted }: AbortSignal): Promise<Uint8Array | undefined> {
    return aborted ? undefined : this.#answers.find(id).catch(() => undefined);
  }

  async #alone<Answer>(id: string, signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
    for (let other = this.#running.get(id); other; other = this.#running.get(id)) {
      await untilAborted(other, signal);
    }
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#running.set(id, ended);
    try {
      return await work();
    } finally {
      this.#running.delete(id);
      end();
    }
  }
}

/** The same for the same key of the same client: of its credentials, or of its address where it has none. */
function idOf(request: FastifyRequest): string | undefined {
  const key = readKey(request);
  if (key === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([clientOf(request), key]))
    .digest('hex');
}

function write(answer: FirstAnswer): Buffer {
  return Buffer.from(JSON.stringify(answer));
}

function parse<Body>(bytes: Uint8Array): FirstAnswer<Body> {
  return JSON.parse(Buffer.from(bytes).toString());
}

function otherRequest(): ServiceError {
  return new ServiceError(
    'ERR_IDEMPOTENCY_KEY',
    'the Idempotency-Key was used for another request; send a new key with each new request',
  );
}

function billed({ code, message }: NonNullable<FirstAnswer['error']>, transactionId: string | undefined) {
  return new ServiceError(code, message, transactionId === undefined ? {} : { transactionId });
}
