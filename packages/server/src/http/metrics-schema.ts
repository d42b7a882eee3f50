import { Type } from 'typebox';
import { errorAnswers } from './schemas.ts';

export const metricsSchema = {
  operationId: 'metrics',
  summary: 'Prometheus metrics',
  tags: ['Operation'],
  security: [{}, { bearer: [] }, { basic: [] }],
  response: {
    200: {
      description: "Everything counted, in Prometheus' text form",
      content: { 'text/plain': { schema: Type.String(), example: 'locutor_engine_queued 0\n' } },
    },
    ...errorAnswers('ERR_UNAUTHORIZED', 'ERR_FORBIDDEN'),
  },
};
