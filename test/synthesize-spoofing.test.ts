import { beforeAll, describe, expect, it } from 'vitest';
import { texts } from '../bench/src/synthesis-spoofing/texts.ts';
import { type SharedServer, sharedServer } from './support/shared-server.ts';
import { speak } from './support/synthesize.ts';
import { enroll, type Verification, verify } from './support/verify.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

describe('speech that this server synthesised', () => {
  it.each(['af_heart', 'am_fenrir'])(
    'by %s sounds like the enrolled voice to VERIFY, which rejects it as fraud',
    async (voice) => {
      const [first, second] = texts.en!;
      const enrolled = await speak(server, { text: first, voice });
      expect((await enroll(server, { user_id: voice }, [enrolled.audio])).status).toBe(201);
      const { audio } = await speak(server, { text: second, voice });
      const request = { user_ids: [voice], min_verification_score: 0.5 };
      const { status, body } = await verify(server, request, [audio]);
      const [result] = (body as Verification).results;
      expect([status, result]).toMatchObject([
        200,
        {
          decision: 'REJECTED',
          detail: { biometric_decision: 'ACCEPTED', antispoofing_decision: 'REJECTED' },
        },
      ]);
    },
  );
});
