/**
 * Every error a client can get: its HTTP status and when it happens. The one place where codes are made;
 * the documentation and the OpenAPI description are printed from it.
 */
export const errorRegistry = {
  ERR_LM_REQUIRED: { status: 400, when: 'the lm parameter is absent or empty' },
  ERR_LM_NOT_FOUND: { status: 404, when: 'the language model or grammar cannot be found or fetched' },
  ERR_LM_FORBIDDEN: { status: 403, when: 'policy does not allow the file or address that lm names' },
  ERR_LM_INVALID: { status: 422, when: 'the grammar does not parse or compile' },
  ERR_INVALID_PARAMETER: {
    status: 400,
    when: 'a header, query parameter or JSON member is out of type or range',
  },
  ERR_EMPTY_BODY: { status: 400, when: 'the request carries no audio or no text' },
  ERR_AUDIO_INVALID: { status: 400, when: 'the audio cannot be decoded, or kinds of audio are mixed' },
  ERR_UNSUPPORTED_MEDIA_TYPE: { status: 415, when: 'the Content-Type is not accepted' },
  ERR_UNSUPPORTED_TRANSFER_ENCODING: { status: 501, when: 'the Transfer-Encoding is not chunked' },
  ERR_NOT_ACCEPTABLE: { status: 406, when: 'the Accept header excludes every form the operation has' },
  ERR_TOO_LARGE: { status: 413, when: 'the body or a part of it is over its limit' },
  ERR_HEADERS_TOO_LARGE: { status: 431, when: 'the request headers are over their limit' },
  ERR_REQUEST_TIMEOUT: { status: 408, when: 'the request did not arrive in time' },
  ERR_MALFORMED_REQUEST: {
    status: 400,
    when: 'the bytes received are not a valid HTTP request, form or text in its charset',
  },
  ERR_UNAUTHORIZED: { status: 401, when: 'credentials are missing where required, or invalid wherever sent' },
  ERR_FORBIDDEN: { status: 403, when: 'the credentials are valid but do not cover the operation' },
  ERR_RATE_LIMITED: {
    status: 429,
    when: 'the credentials are used more often than their rate allows; Retry-After says when to come back',
  },
  ERR_ISSUER_UNAVAILABLE: {
    status: 503,
    when: 'the keys of the token issuer cannot be fetched, so that its tokens cannot be checked; Retry-After says when to come back',
  },
  ERR_CLASSIFIER_NOT_INSTALLED: { status: 400, when: 'a header asks for a classifier that is not installed' },
  ERR_BUSY: {
    status: 503,
    when: 'too much is waiting already, or no engine process is up; Retry-After says when to come back',
  },
  ERR_NOT_FOUND: { status: 404, when: 'nothing is served at the path' },
  ERR_METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'the path does not take the method; Allow lists those it takes',
  },
  ERR_INTERNAL: { status: 500, when: 'something unexpected; details are in the log under the request id' },
  ERR_MIN_SPEECH: { status: 422, when: 'the audio holds less speech than min_speech' },
  ERR_MIN_UTTERANCES: { status: 422, when: 'the audio holds fewer utterances than min_utterances' },
  ERR_MAX_SPEECH: { status: 422, when: 'the audio holds more speech than max_speech, with abort' },
  ERR_MAX_UTTERANCES: {
    status: 422,
    when: 'the audio holds more utterances than max_utterances, with abort',
  },
  ERR_SPLIT_MODE: { status: 400, when: 'split_mode AUTO was asked for over REST' },
  ERR_REPOSITORY_NOT_FOUND: { status: 404, when: 'the biometric repository is unknown' },
  ERR_SCENARIO_NOT_FOUND: { status: 404, when: 'the scenario is unknown' },
  ERR_USER_NOT_FOUND: { status: 404, when: 'no voice is enrolled under the user id' },
  ERR_ALREADY_EXISTS: { status: 409, when: 'there is one of that name already' },
  ERR_OTHER_MODEL: { status: 409, when: 'the voiceprint to add to was made by another model' },
  ERR_NOT_DELETABLE: { status: 409, when: 'the default repository and default scenarios stay' },
  ERR_ENROLLMENT_SCORE: {
    status: 422,
    when: 'the utterances are less alike, or less like the voice enrolled before, than min_enrollment_score or its default',
  },
  ERR_STORE_UNAVAILABLE: {
    status: 503,
    when: 'the database does not answer or cannot be written; nothing was changed or billed, unless the message says otherwise; Retry-After says when to come back',
  },
} as const;

export type ErrorCode = keyof typeof errorRegistry;

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  /** Of the billing record, where the operation was billed although it failed. */
  readonly transaction_id?: string;
}

export const TRANSACTION_HEADER = 'x-transaction-id';

/** An answer other than success. The message goes to the client: it names the thing and the value received. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly transactionId: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    transactionId?: string,
  ) {
    super(message);
    this.code = code;
    this.headers =
      transactionId === undefined ? headers : { ...headers, [TRANSACTION_HEADER]: transactionId };
    this.transactionId = transactionId;
  }

  /** The same error of an operation that was billed. */
  billedAs(transactionId: string): HttpError {
    return new HttpError(this.code, this.message, this.headers, transactionId);
  }

  get status(): number {
    return errorRegistry[this.code].status;
  }

  get body(): ErrorBody {
    const { code, message, transactionId } = this;
    return { code, message, ...(transactionId !== undefined && { transaction_id: transactionId }) };
  }
}

/** A value from a client as it may stand in a message: quoted, on one line, not too long. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}
