import fp from 'fastify-plugin';
import type { Formats } from '../formats.ts';
import { type AnswerType, contentType, isXml } from '../negotiate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The formats of the route's answers and errors; Accept chooses. Without it Accept is ignored. */
    formats?: Formats;
    /** The interface gives this operation's internal failure as JSON whatever Accept says. */
    internalErrorsAsJson?: boolean;
  }
  interface FastifyRequest {
    /** The media type that Accept asks for; null on routes without formats. */
    answerType: AnswerType | null;
  }
}

/** Writes what handlers return as JSON or XML, as Accept says; 406 before the body is read where it excludes both. */
export const formats = fp(
  async (app) => {
    // Response schemas describe. Compiling a serializer for each of them took most of the time to build the app.
    app.setSerializerCompiler(() => JSON.stringify);
    app.decorateRequest('answerType', null);
    app.addHook('onRequest', (request, _reply, done) => {
      const { formats } = request.routeOptions.config;
      if (formats) request.answerType = formats.choose(request.headers.accept);
      done();
    });
    app.addHook('preSerialization', (request, reply, body, done) => {
      const { answerType } = request;
      const { formats } = request.routeOptions.config;
      if (answerType !== null && isXml(answerType) && formats?.toXml) {
        reply.type(contentType(answerType)).serializer(formats.toXml);
      }
      done(null, body);
    });
  },
  { name: 'formats' },
);
