/** Every error a client can get, and when it happens. The one place where codes are made; the documentation is checked against it. */
export const errorRegistry = {
  ERR_LM_REQUIRED: 'the lm parameter is absent or empty',
  ERR_LM_NOT_FOUND: 'the language model or grammar cannot be found or fetched',
  ERR_LM_FORBIDDEN: 'policy does not allow the file or address that lm names',
  ERR_LM_INVALID: 'the grammar does not parse or compile',
  ERR_INVALID_PARAMETER: 'a header, query parameter or JSON member has the wrong type or is out of range',
  ERR_NOT_SUPPORTED: 'the request asks for something that this server does not do',
  ERR_EMPTY_BODY: 'the request carries no audio or no text',
  ERR_AUDIO_INVALID: 'the audio cannot be decoded, or kinds of audio are mixed',
  ERR_UNSUPPORTED_MEDIA_TYPE: 'the Content-Type is not accepted',
  ERR_UNSUPPORTED_TRANSFER_ENCODING: 'the Transfer-Encoding is not chunked',
  ERR_NOT_ACCEPTABLE: 'the Accept header excludes every format of the operation',
  ERR_TOO_LARGE: 'the body, a part of it or the text is over its limit',
  ERR_HEADERS_TOO_LARGE: 'the request headers are over their limit',
  ERR_REQUEST_TIMEOUT: 'the request did not arrive in time',
  ERR_MALFORMED_REQUEST: 'the bytes received are not a valid HTTP request, form or text in its charset',
  ERR_UNAUTHORIZED: 'credentials are required but missing, or invalid',
  ERR_FORBIDDEN: 'the credentials are valid but do not cover the operation',
  ERR_RATE_LIMITED:
    'the credentials are used more often than their rate allows; Retry-After says when to try again',
  ERR_ISSUER_UNAVAILABLE:
    'the keys of the token issuer cannot be fetched, so its tokens cannot be checked; Retry-After says when to try again',
  ERR_CLASSIFIER_NOT_INSTALLED:
    'a header asks for a classifier, or for noise suppression, that is not installed',
  ERR_BUSY:
    'too many requests are waiting, or no engine process is running; Retry-After says when to try again',
  ERR_NOT_FOUND: 'nothing is served at the path',
  ERR_METHOD_NOT_ALLOWED: 'the path does not allow the method; Allow lists the allowed methods',
  ERR_UPGRADE_REQUIRED: 'the path is for WebSocket connections',
  ERR_IDEMPOTENCY_KEY: 'the Idempotency-Key was used for another request within 24 hours',
  ERR_INTERNAL: 'an unexpected error; the log has the details under the request id',
  ERR_MIN_SPEECH: 'the audio holds less speech than min_speech',
  ERR_MIN_UTTERANCES: 'the audio holds fewer utterances than min_utterances',
  ERR_MAX_SPEECH: 'the audio holds more speech than max_speech, with abort',
  ERR_MAX_UTTERANCES: 'the audio holds more utterances than max_utterances, with abort',
  ERR_SPLIT_MODE: 'split_mode AUTO was asked for over REST',
  ERR_REPOSITORY_NOT_FOUND: 'the biometric repository is unknown',
  ERR_SCENARIO_NOT_FOUND: 'the scenario is unknown',
  ERR_USER_NOT_FOUND: 'no voice is enrolled under the user id',
  ERR_ALREADY_EXISTS: 'the name is already in use',
  ERR_OTHER_MODEL: 'the existing voiceprint was created by another model',
  ERR_NOT_DELETABLE: 'the default repository and default scenarios cannot be deleted',
  ERR_ENROLLMENT_SCORE:
    'the utterances are less similar to each other or to the enrolled voice than min_enrollment_score or its default',
  ERR_VOICE_NOT_FOUND: 'there is no voice of that name, or its model cannot be had',
  ERR_ENCODER_NOT_FOUND: 'there is no encoder of that name in the catalog of the path',
  ERR_SSML_INVALID: 'the SSML is not well formed or has a wrong value; the message has the line and column',
  ERR_MODEL_NOT_FOUND: 'there is no model of that name',
  ERR_MODELS_FETCH_OFF: 'the setting modelsFetch does not allow downloads of models',
  ERR_LICENCE_NOT_ACCEPTED: 'the licence of the model has a condition that the request does not accept',
  ERR_JOB_NOT_FOUND: 'there is no such job, or it belongs to somebody else',
  ERR_JOB_NOT_DONE: 'the job has no result: it is not finished, failed or was canceled',
  ERR_CALLBACK_FORBIDDEN: 'policy does not allow the address that callback_url names',
  ERR_STORE_UNAVAILABLE:
    'the database does not answer or cannot be written; nothing was changed or billed, unless the message says otherwise; Retry-After says when to try again',
} as const;

export type ErrorCode = keyof typeof errorRegistry;
