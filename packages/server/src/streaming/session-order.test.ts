import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import { textOf } from './frame.ts';
import { fakeResult } from './testing/fake-host.ts';
import { type Answer, FREE, scene, URIS } from './testing/session-scene.ts';

const resultOf = (last: boolean) => fakeResult('NO_MATCH', { last_segment: last });

/** What may follow what, by itself: the session is compared with it. */
type Modelled = 'none' | 'IDLE' | 'LISTENING' | 'RECOGNIZING';
const ALLOWED: Record<string, Modelled[]> = {
  CREATE_SESSION: ['none'],
  SET_PARAMETERS: ['IDLE'],
  GET_PARAMETERS: ['IDLE', 'LISTENING', 'RECOGNIZING'],
  START_RECOGNITION: ['IDLE'],
  INTERPRET_TEXT: ['IDLE'],
  START_INPUT_TIMERS: ['LISTENING'],
  SEND_AUDIO: ['LISTENING', 'RECOGNIZING'],
  CANCEL_RECOGNITION: ['LISTENING', 'RECOGNIZING'],
};
const EVENTS = ['start', 'end', 'segment', 'last', 'failure'] as const;

it('any order of messages and events leaves the session in a known state, with one answer to each message', async () => {
  const step = fc.oneof(
    fc.constantFrom(...Object.keys(ALLOWED)).map((message) => ({ message })),
    fc.constantFrom(...EVENTS).map((event) => ({ event })),
    fc.constant({ message: 'SEND_AUDIO', last: true }),
    fc.constant({ message: 'GARBAGE' }),
  );
  const property = fc.asyncProperty(
    fc.array(step, { maxLength: 25 }),
    fc.boolean(),
    async (steps, continuous) => {
      const { say, answers, calls, session } = scene();
      let state: Modelled = 'none';
      for (const each of steps) {
        if ('event' in each) {
          const watch = state === 'LISTENING' || state === 'RECOGNIZING' ? calls.at(-1)!.watch : undefined;
          if (!watch) continue;
          if (each.event === 'start') watch.onSpeechStart?.();
          if (each.event === 'end') watch.onSpeechEnd?.();
          if (each.event === 'segment') watch.onResult(resultOf(false));
          if (each.event === 'last') watch.onResult(resultOf(true));
          if (each.event === 'failure') watch.onFailure(new ServiceError('ERR_AUDIO_INVALID', 'no audio'));
          if (each.event === 'end' && !continuous) state = 'RECOGNIZING';
          if (each.event === 'last' || each.event === 'failure') state = 'IDLE';
        } else {
          const { message } = each;
          const isLast = 'last' in each;
          const headers: Record<string, string> = isLast
            ? { LastPacket: 'true' }
            : { ...URIS, Text: 'a', 'decoder.continuousMode': String(continuous) };
          const got: Answer[] = await say(
            message,
            message === 'SEND_AUDIO' ? { LastPacket: String(isLast) } : headers,
            FREE,
          );
          const responses = got.filter((answer) => answer.message === 'RESPONSE');
          const possible = ALLOWED[message]?.includes(state) ?? false;
          const expected = ALLOWED[message] ? (possible ? 'SUCCESS' : 'INVALID_ACTION') : 'INVALID_MESSAGE';
          if (message === 'SEND_AUDIO' && possible) expect(got).toEqual([]);
          else expect(responses.map(({ headers: { result } }) => result)).toEqual([expected]);
          if (possible && message === 'CREATE_SESSION') state = 'IDLE';
          if (possible && message === 'START_RECOGNITION') state = 'LISTENING';
          if (possible && message === 'CANCEL_RECOGNITION') state = 'IDLE';
          if (possible && isLast) state = 'RECOGNIZING';
        }
        expect(session.state).toBe(state);
        const status = answers.at(-1)?.headers['session-status'];
        if (status !== undefined) expect(['IDLE', 'LISTENING', 'RECOGNIZING']).toContain(status);
      }
      for (const { headers } of answers) expect(textOf(headers.handle ?? '42')).toBe('42');
    },
  );
  await fc.assert(property, { numRuns: 150 });
});
