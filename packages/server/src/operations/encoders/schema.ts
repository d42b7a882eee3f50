import { Type } from 'typebox';
import { errorAnswers } from '../../http/schemas.ts';

function encoders(sampleRate: ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>) {
  return Type.Array(
    Type.Object({
      name: Type.String({ description: 'Encoder name' }),
      codec: Type.String({ description: 'Coding type' }),
      sampleRate,
      bitsPerSample: Type.Integer({ description: 'Sample size in bits' }),
      channels: Type.Integer({ description: 'Number of audio channels' }),
    }),
  );
}

const SAMPLE_RATE = {
  text: Type.String({ pattern: '^\\d+$', description: 'Samples per second, as digits' }),
  number: Type.Integer({ description: 'Samples per second' }),
};

export function encodersSchema(sampleRate: keyof typeof SAMPLE_RATE, catalogs: string) {
  const schema = encoders(SAMPLE_RATE[sampleRate]);
  return {
    operationId: `listEncoders${sampleRate === 'text' ? '' : 'Plain'}`,
    summary: `List the audio encoders (catalog ${catalogs})`,
    tags: ['Synthesis'],
    security: [{}, { bearer: [] }, { basic: [] }],
    response: {
      200: {
        description: 'Every encoder of the catalog',
        content: {
          'application/json': { schema },
          'application/xml': { schema: { ...schema, xml: { name: 'EncoderInfos' } } },
        },
      },
      ...errorAnswers('ERR_UNAUTHORIZED', 'ERR_FORBIDDEN', 'ERR_NOT_ACCEPTABLE', 'ERR_INTERNAL'),
    },
  };
}
