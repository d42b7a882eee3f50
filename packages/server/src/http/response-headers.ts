/** Headers of answers that clients act on, as the API description lists them under components.headers. */
export const responseHeaders = {
  RequestId: {
    description:
      "The client's own X-Request-Id where it was harmless, otherwise a new one; the log has it too",
    required: true,
    schema: { type: 'string', pattern: '^[\\w.-]{1,64}$' },
  },
  Challenge: {
    description: 'The kinds of credentials that are accepted',
    required: true,
    schema: { type: 'string', pattern: '^(Basic .*, )?Bearer$' },
  },
  BasicChallenge: {
    description: 'The kind of credentials that is accepted',
    required: true,
    schema: { type: 'string', pattern: '^Basic' },
  },
  MissingScope: {
    description: 'The scope that the credentials lack; only with ERR_FORBIDDEN',
    required: false,
    schema: { type: 'string', pattern: '^Bearer error="insufficient_scope", scope="\\w+"$' },
  },
  RetryAfter: {
    description: 'Seconds to wait before trying again',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  TransactionId: {
    description: 'Id of the billing record; only if the operation was billed',
    required: false,
    schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
  },
  Replayed: {
    description: 'The answer was given before, to a request with the same Idempotency-Key',
    required: false,
    schema: { type: 'string', enum: ['true'] },
  },
  Marks: {
    description:
      'When the marks of the document are reached: a JSON list of objects with name and ms. A long answer has it as a trailer',
    required: false,
    schema: { type: 'string', pattern: '^\\[.*\\]$' },
  },
  Cache: {
    description: 'Whether the audio came from the cache; only where the request wants it cached',
    required: false,
    schema: { type: 'string', enum: ['hit', 'miss'] },
  },
  Disposition: {
    description: 'The name of the file; only where the request names one',
    required: false,
    schema: { type: 'string', pattern: '^attachment; filename' },
  },
  JobLocation: {
    description: 'The address of the job, from the root of the server',
    required: true,
    schema: { type: 'string', pattern: '/asr/rest/v3/jobs/[0-9a-f-]{36}$' },
  },
} as const;

/** Refers to one of them. */
export function header(name: keyof typeof responseHeaders): { $ref: string } {
  return { $ref: `#/components/headers/${name}` };
}
