import { describe, expect, it } from 'vitest';
import { parameters } from '../parameters/declarations.ts';
import { diarizationParameters } from './diarization/parameters.ts';
import { appWith, ask, spoken, URL } from './testing.ts';

describe('the description', () => {
  it('lists both variants with their headers, types and an example', async () => {
    const { paths } = (await (await appWith()).inject('/openapi.json')).json();
    const [current, earlier] = [paths[URL].post, paths['/asr-server/rest/recognize'].post];
    const names = (operation: typeof current) =>
      operation.parameters.map((each: { name: string }) => each.name);
    const classifiers = [
      'Infer-age-enabled',
      'Infer-gender-enabled',
      'Infer-emotion-enabled',
      ...Object.keys(diarizationParameters).map((name) => name.replaceAll('.', '-')),
    ];
    expect(names(earlier)).toEqual([
      'lm',
      ...Object.keys(parameters).map((name) => name.replaceAll('.', '-')),
      'Idempotency-Key',
    ]);
    expect(names(current)).toEqual([...names(earlier), ...classifiers]);
    expect(Object.keys(current.requestBody.content)).toEqual([
      'application/octet-stream',
      'audio/wav',
      'audio/raw',
      'audio/L16',
      'audio/PCMA',
      'audio/PCMU',
      'audio/basic',
      'audio/gsm',
      'audio/*',
      'multipart/form-data',
    ]);
    expect(current.responses[200].content['application/json'].example).toMatchObject([
      { result_status: 'RECOGNIZED' },
    ]);
    expect(Object.keys(current.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '406',
      '408',
      '413',
      '415',
      '422',
      '429',
      '431',
      '500',
      '501',
      '503',
    ]);
  });

  it('shows an example that the operation itself could give', async () => {
    const { paths } = (await (await appWith()).inject('/openapi.json')).json();
    const { example } = paths[URL].post.responses[200].content['application/json'];
    const { json } = await ask(() => [spoken(['hello world'])]);
    expect(Object.keys(json()[0])).toEqual(Object.keys(example[0]));
    expect(Object.keys(json()[0].alternatives[0])).toEqual(Object.keys(example[0].alternatives[0]));
  });
});
