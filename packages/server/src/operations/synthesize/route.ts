import type { FastifyPluginAsync } from 'fastify';
import { AUDIO, jsonOrXml } from '../../http/formats.ts';
import { checkJsonType } from '../../http/json-body.ts';
import type { CatalogName } from '../encoders/catalog.ts';
import { readKey } from '../idempotency/key.ts';
import { answerSpeech } from './answer.ts';
import { encodersOf } from './encoders.ts';
import { readAccountTag, readJsonCall, readQuery, readSsmlCall, readSsmlHead } from './request.ts';
import { speechSchemas, voicesSchema } from './schema.ts';
import { ensureRoom, type SynthesizeServices } from './serve-speech.ts';
import { voiceInfos } from './voices.ts';
import { voicesXml } from './write-xml.ts';

/** Synthesis and its voices: with the encoders of catalog A or B on the plain path, with those of catalog C behind /tts. */
export const synthesizeRoutes: FastifyPluginAsync<SynthesizeServices> = async (app, services) => {
  const { config, synthesis } = services;
  const shared = { scope: 'synthesize', access: config.authSynthesize };
  const audio = { ...shared, formats: AUDIO };

  const serve = (prefix: string, catalog: CatalogName) => {
    const url = `${prefix}/rest/v2/synthesize`;
    const reading = { config, findEncoder: encodersOf(catalog) };
    const schemas = speechSchemas(catalog);

    app.get(url, { schema: schemas.query, config: audio }, async (request, reply) => {
      const call = readQuery(request, reading);
      if (request.method !== 'HEAD') ensureRoom(synthesis, request);
      return answerSpeech(call, services, { request, reply });
    });

    // What cannot be read is refused before the body arrives, and so is what could only be dropped.
    app.route({
      method: 'POST',
      url,
      schema: schemas.json,
      config: audio,
      async onRequest(request) {
        checkJsonType(request.raw);
        readAccountTag(request);
        readKey(request);
        ensureRoom(synthesis, request);
      },
      async handler(request, reply) {
        const call = await readJsonCall(request, reading, reply.openBodyShare());
        return answerSpeech(call, services, { request, reply });
      },
    });
    app.route({
      method: 'POST',
      url: `${url}/ssml`,
      schema: schemas.ssml,
      config: audio,
      async onRequest(request) {
        readSsmlHead(request);
        readAccountTag(request);
        readKey(request);
        ensureRoom(synthesis, request);
      },
      async handler(request, reply) {
        const call = await readSsmlCall(request, reading, reply.openBodyShare());
        return answerSpeech(call, services, { request, reply });
      },
    });

    app.get(
      `${prefix}/rest/v2/voices`,
      { schema: voicesSchema(catalog), config: { ...shared, formats: jsonOrXml(voicesXml) } },
      async () => voiceInfos(synthesis.library),
    );
  };

  serve('', config.encoderCatalog);
  serve('/tts', 'C');
};
