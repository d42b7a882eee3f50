import { Type } from 'typebox';
import { errorAnswers, jsonOrXmlContent, xmlErrorAnswers } from '../../http/schemas.ts';
import { type CatalogName, encoderCatalog } from './catalog.ts';

/** The interface has the rate as text in catalogs A and B and as a number in C, so that there are two kinds of info. */
const KINDS = {
  text: {
    name: 'EncoderInfo',
    sampleRate: Type.String({ pattern: '^\\d+$', description: 'Samples per second, as digits' }),
    example: 'A',
  },
  number: {
    name: 'EncoderInfoC',
    sampleRate: Type.Integer({ description: 'Samples per second' }),
    example: 'C',
  },
} as const;

function encoders({ name, sampleRate }: (typeof KINDS)[keyof typeof KINDS]) {
  const info = Type.Object(
    {
      name: Type.String({ description: 'Encoder name' }),
      codec: Type.String({ description: 'Coding type' }),
      sampleRate,
      bitsPerSample: Type.Integer({ description: 'Sample size in bits' }),
      channels: Type.Integer({ description: 'Number of audio channels' }),
    },
    { title: name, xml: { name: 'item' } },
  );
  return Type.Array(info, {
    title: name.replace('Info', 'Infos'),
    xml: { name: 'EncoderInfos', wrapped: true },
  });
}

function firstOf(catalog: CatalogName) {
  return encoderCatalog(catalog).slice(0, 1);
}

export function encodersSchema(sampleRate: keyof typeof KINDS, catalogs: string) {
  const kind = KINDS[sampleRate];
  const example = firstOf(kind.example);
  // The interface gives an internal failure as JSON whatever Accept says.
  const { 500: internal } = errorAnswers('ERR_INTERNAL');
  return {
    operationId: `listEncoders${sampleRate === 'text' ? '' : 'Plain'}`,
    summary: `List the audio encoders (catalog ${catalogs})`,
    tags: ['Synthesis'],
    security: [{}, { bearer: [] }, { basic: [] }],
    response: {
      200: {
        description: 'Every encoder of the catalog',
        content: jsonOrXmlContent(encoders(kind), example),
      },
      ...xmlErrorAnswers('ERR_UNAUTHORIZED', 'ERR_FORBIDDEN', 'ERR_NOT_ACCEPTABLE'),
      500: internal,
    },
  };
}
