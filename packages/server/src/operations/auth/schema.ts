import { Type } from 'typebox';
import { header } from '../../http/response-headers.ts';
import { errorAnswers, jsonContent } from '../../http/schemas.ts';
import { bodyErrors } from '../administration/schemas.ts';

export const tokenToCheck = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 8192, description: 'A bearer token of any kind' }) },
  { title: 'TokenToCheck' },
);

const accessToken = Type.Object(
  {
    token_format: Type.String({ enum: ['JWT'] }),
    token_type: Type.String({ enum: ['bearer'] }),
    expires_in: Type.Integer({ minimum: 0, description: 'Seconds' }),
    access_token: Type.String({ description: 'For "Authorization: Bearer …"' }),
  },
  { title: 'AccessToken' },
);

const checkedToken = Type.Object(
  {
    valid: Type.Boolean(),
    reason: Type.Optional(
      Type.String({ description: 'Why it is not valid; completes "the token is not valid: …"' }),
    ),
    subject: Type.Optional(Type.String({ description: 'Whose it is, as the audit log names them' })),
    scopes: Type.Optional(
      Type.Array(Type.String(), { description: 'What it may be used for; * is everything' }),
    ),
    expires_in: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Seconds; absent if it does not expire' }),
    ),
  },
  { title: 'CheckedToken' },
);

const { 401: unauthorized, ...otherErrors } = errorAnswers(
  'ERR_UNAUTHORIZED',
  'ERR_NOT_ACCEPTABLE',
  'ERR_INTERNAL',
);

export const tokenSchema = {
  operationId: 'createAccessToken',
  summary: 'Exchange credentials for an access token',
  description:
    'Basic authentication with a user name and password, or with a token as the password. The access token is accepted wherever the credentials are.',
  tags: ['Credentials'],
  security: [{ basic: [] }],
  response: {
    200: {
      description: 'A short-lived bearer token',
      content: jsonContent(accessToken, {
        token_format: 'JWT',
        token_type: 'bearer',
        expires_in: 3600,
        access_token: 'eyJ…',
      }),
    },
    ...otherErrors,
    401: { ...unauthorized, headers: { 'WWW-Authenticate': header('BasicChallenge') } },
  },
};

export const checkSchema = {
  operationId: 'checkToken',
  summary: 'Check a token',
  description: 'Whether a token is valid. No credentials are needed but the token itself.',
  tags: ['Credentials'],
  security: [{}],
  body: { content: jsonContent(tokenToCheck, { token: 'eyJ…' }) },
  response: {
    200: {
      description: 'Whether it is valid; if not, why',
      content: jsonContent(checkedToken, {
        valid: true,
        subject: 'token:8BZJuZcZmo',
        scopes: ['recognize'],
        expires_in: 3540,
      }),
    },
    ...errorAnswers(
      'ERR_INVALID_PARAMETER',
      'ERR_NOT_ACCEPTABLE',
      'ERR_RATE_LIMITED',
      'ERR_ISSUER_UNAVAILABLE',
      'ERR_STORE_UNAVAILABLE',
      ...bodyErrors,
      'ERR_INTERNAL',
    ),
  },
};
