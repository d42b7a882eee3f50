import fp from 'fastify-plugin';

/** The schemas describe; what comes in is checked by the operations, whose messages say more. */
export const validation = fp(
  async (app) => {
    app.setValidatorCompiler(() => () => true);
  },
  { name: 'validation' },
);
