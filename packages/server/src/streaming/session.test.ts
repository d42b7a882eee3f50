import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import type { RecognitionResult } from '../operations/results/result.ts';
import type { SessionHost } from './session-host.ts';
import { fakeHost, fakeResult } from './testing/fake-host.ts';
import { FREE, listening, scene, URIS } from './testing/session-scene.ts';

const resultOf = (last: boolean, more: Partial<RecognitionResult> = {}) =>
  fakeResult('NO_MATCH', { last_segment: last, ...more });

describe('a session', () => {
  it('is created, recognises the first segment and is released', async () => {
    const { say, closed, call, written, answers } = await listening();
    expect(answers[0]).toMatchObject({
      message: 'RESPONSE',
      headers: { handle: '42', method: 'CREATE_SESSION', result: 'SUCCESS', 'session-status': 'IDLE' },
    });
    expect(answers[0]!.headers.expires).toBe('600');
    expect(await say('SEND_AUDIO', { LastPacket: 'false', 'Content-Type': 'audio/raw' }, 'abcd')).toEqual([]);
    expect(Buffer.concat(written).toString()).toBe('abcd');
    const before = answers.length;
    call.watch.onSpeechStart?.();
    call.watch.onSpeechEnd?.();
    call.watch.onResult(resultOf(true), '7');
    const [start, end, result] = answers.slice(before);
    expect([start!.message, start!.headers['session-status']]).toEqual(['START_OF_SPEECH', 'LISTENING']);
    expect([end!.message, end!.headers['session-status']]).toEqual(['END_OF_SPEECH', 'RECOGNIZING']);
    expect(result!.headers).toMatchObject({
      handle: '42',
      'result-status': 'NO_MATCH',
      'session-status': 'IDLE',
      'content-type': 'application/json',
      'transaction-id': '7',
    });
    expect(JSON.parse(result!.body)).toEqual(resultOf(true));
    const [released] = await say('RELEASE_SESSION');
    expect(released!.headers).toMatchObject({ method: 'RELEASE_SESSION', result: 'SUCCESS' });
    expect(closed).toEqual(['released']);
  });

  it('does not report the end of speech in continuous mode before the audio ends', async () => {
    const { say, call, answers } = await listening({ 'decoder.continuousMode': 'true' });
    const before = answers.length;
    call.watch.onSpeechStart?.();
    call.watch.onSpeechEnd?.();
    call.watch.onResult(resultOf(false));
    expect(answers.slice(before).map(({ message, headers }) => [message, headers['session-status']])).toEqual(
      [
        ['START_OF_SPEECH', 'LISTENING'],
        ['RECOGNITION_RESULT', 'LISTENING'],
      ],
    );
    await say('SEND_AUDIO', { LastPacket: 'true' });
    expect(call.ended).toBe(true);
    call.watch.onSpeechEnd?.();
    call.watch.onResult(resultOf(true));
    expect(
      answers.slice(before + 2).map(({ message, headers }) => [message, headers['session-status']]),
    ).toEqual([
      ['END_OF_SPEECH', 'RECOGNIZING'],
      ['RECOGNITION_RESULT', 'IDLE'],
    ]);
  });

  it('says what went wrong by a code, then in words', async () => {
    const { say, answers } = scene();
    await say('CREATE_SESSION');
    await say('START_RECOGNITION', URIS, 'session:none');
    expect(Object.keys(answers.at(-1)!.headers)).toEqual([
      'handle',
      'method',
      'result',
      'session-status',
      'error-code',
      'message',
    ]);
  });

  it('gives partial results', async () => {
    const { call, answers } = await listening({ 'decoder.partialResultEnabled': 'true' });
    const partial = { ...resultOf(false), result_status: 'PROCESSING', final_result: false } as const;
    call.watch.onPartial?.(partial, 12);
    const { headers, body } = answers.at(-1)!;
    expect(headers).toMatchObject({
      'result-status': 'PROCESSING',
      'session-status': 'LISTENING',
      'stable-length': '12',
    });
    expect(JSON.parse(body)).toMatchObject({ final_result: false, last_segment: false });
  });

  it('gives results as XML', async () => {
    const { call, answers } = await listening({ Accept: 'application/xml' });
    call.watch.onResult(resultOf(true));
    expect(answers.at(-1)!.headers['content-type']).toBe('application/xml');
    expect(answers.at(-1)!.body).toContain(
      '<recognition_result><alternatives/><result_status>NO_MATCH</result_status>',
    );
  });

  it('cancels, and nothing of that recognition follows', async () => {
    const { say, call, answers } = await listening();
    const [canceled] = await say('CANCEL_RECOGNITION');
    expect(canceled!.headers).toMatchObject({ result: 'SUCCESS', 'session-status': 'IDLE' });
    expect(call.signal.aborted).toBe(true);
    const before = answers.length;
    call.watch.onResult(resultOf(true));
    expect(answers).toHaveLength(before);
    const [again] = await say('START_RECOGNITION', URIS, FREE);
    expect(again!.headers['session-status']).toBe('LISTENING');
  });

  it('starts timers when it is told to', async () => {
    const { say, call } = await listening({ 'decoder.startInputTimers': 'false' });
    const [started] = await say('START_INPUT_TIMERS');
    expect([started!.headers.result, call.timers]).toEqual(['SUCCESS', 1]);
  });

  it('says what is wrong with audio, and ends the recognition with FAILURE', async () => {
    const { call, answers, session } = await listening();
    const before = answers.length;
    call.watch.onFailure(new ServiceError('ERR_AUDIO_INVALID', 'no audio'));
    const [response, result] = answers.slice(before);
    expect(response!.headers).toMatchObject({
      method: 'SEND_AUDIO',
      result: 'FAILURE',
      'error-code': 'ERR_AUDIO_INVALID',
    });
    expect(result!.headers).toMatchObject({ 'result-status': 'FAILURE', 'session-status': 'IDLE' });
    expect(session.state).toBe('IDLE');
  });

  it('interprets text', async () => {
    const { say } = scene();
    await say('CREATE_SESSION');
    const [response, result] = await say(
      'INTERPRET_TEXT',
      { ...URIS, Text: 'não' },
      'builtin:grammar/boolean',
    );
    expect(response!.headers).toMatchObject({ method: 'INTERPRET_TEXT', result: 'SUCCESS' });
    expect(JSON.parse(result!.body)).toMatchObject({
      alternatives: [{ text: 'não', interpretations: ['b'], words: [] }],
      final_result: true,
      last_segment: true,
      start_time: 0,
      end_time: 0,
    });
  });

  it('keeps parameters, and shows them', async () => {
    const { say } = scene();
    await say('CREATE_SESSION');
    await say('SET_PARAMETERS', { 'decoder.maxSentences': '3', 'endpointer.levelThreshold': '7.0' });
    const [all] = await say('GET_PARAMETERS');
    expect(all!.headers).toMatchObject({
      result: 'SUCCESS',
      'decoder.maxsentences': '3',
      'endpointer.levelthreshold': '7',
      'decoder.continuousmode': 'false',
      'lm.timetolive': '60',
    });
    expect(Object.values(all!.headers)).not.toContain('');
    const [some] = await say('GET_PARAMETERS', { 'decoder.maxSentences': '' });
    expect(Object.keys(some!.headers).filter((name) => name.includes('.'))).toEqual(['decoder.maxsentences']);
    const [wrong] = await say('SET_PARAMETERS', { 'decoder.maxSentences': '99' });
    expect(wrong!.headers).toMatchObject({ result: 'FAILURE', 'error-code': 'ERR_INVALID_PARAMETER' });
    expect((await say('GET_PARAMETERS'))[0]!.headers['decoder.maxsentences']).toBe('3');
  });

  it('knows some parameters by names that clients invented', async () => {
    const { say, calls } = await listening({
      'logging.tag': 'desk',
      'textify.formattingEnabled': 'true',
      'textify.formattingRules': 'money',
    });
    expect(calls[0]!.asked.parameters).toMatchObject({
      loggingTag: 'desk',
      'textify.formatting.enabled': 'true',
      'textify.formatting.rules': 'money',
    });
    await say('CANCEL_RECOGNITION');
    await say('SET_PARAMETERS', { 'logging.tag': 'phone' });
    expect((await say('GET_PARAMETERS', { 'logging.tag': '' }))[0]!.headers).toMatchObject({
      loggingtag: 'phone',
    });
  });

  it('remembers no headers that it does not know', async () => {
    const read: Record<string, unknown>[] = [];
    const { host } = fakeHost();
    const { say } = scene({
      readParameters(headers) {
        read.push(headers);
        return host.readParameters(headers);
      },
    });
    await say('CREATE_SESSION');
    const known = {
      'decoder.maxsentences': '3',
      'diarization-enabled': 'false',
      'infer-age-enabled': 'true',
    };
    const [first] = await say('SET_PARAMETERS', { ...known, 'X-Trace': 'a'.repeat(60_000) });
    expect(first!.headers.result).toBe('SUCCESS');
    await say('SET_PARAMETERS', { 'X-Span': 'b' });
    expect(read.at(-1)).toEqual({ ...known, 'x-span': 'b' });
    await say('SET_PARAMETERS');
    expect(read.at(-1)).toEqual(known);
    const before = read.length;
    const [got] = await say('GET_PARAMETERS');
    expect([got!.headers['decoder.maxsentences'], read.length]).toEqual(['3', before]);
  });

  it('uses the grammars that it defined', async () => {
    const asked: unknown[] = [];
    const recognize: SessionHost['recognize'] = async (each) => {
      asked.push(each);
      return { write: () => true, end() {}, startTimers() {} };
    };
    const { say } = scene({ recognize });
    await say('CREATE_SESSION');
    const grammar = '#ABNF 1.0; language en; root $r; public $r = yes;';
    const [defined] = await say(
      'DEFINE_GRAMMAR',
      { 'Content-ID': 'menu', 'Content-Type': 'application/srgs' },
      grammar,
    );
    expect(defined!.headers.result).toBe('SUCCESS');
    await say('START_RECOGNITION', URIS, 'session:menu\nbuiltin:slm/callcenter-small\n');
    expect(asked).toMatchObject([
      {
        inline: [{ uri: 'session:menu', mediaType: 'application/srgs' }],
        references: [{ kind: 'slm', name: 'pt', uri: 'builtin:slm/callcenter-small' }],
      },
    ]);
    await say('CANCEL_RECOGNITION');
    const [unknown] = await say('START_RECOGNITION', URIS, 'session:other');
    expect(unknown!.headers).toMatchObject({ result: 'FAILURE', 'error-code': 'ERR_LM_NOT_FOUND' });
  });

  it('ends when it hears nothing for long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { closed, say, session } = scene({ idleMs: 1000 });
    await say('CREATE_SESSION');
    vi.advanceTimersByTime(900);
    await say('GET_PARAMETERS');
    vi.advanceTimersByTime(900);
    expect(closed).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(closed).toEqual(['Session timeout.']);
    session.receive(Buffer.from('ASR 2.3 CREATE_SESSION'));
  });

  it('does not end while the client waits for its result, however long that takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { say, closed, call, answers } = await listening({}, { idleMs: 1000 });
    await say('SEND_AUDIO', { LastPacket: 'true', 'Content-Type': 'audio/raw' }, 'abcd');
    vi.advanceTimersByTime(20_000);
    expect(closed).toEqual([]);
    call.watch.onResult(resultOf(true));
    expect(answers.at(-1)!.message).toBe('RECOGNITION_RESULT');
    vi.advanceTimersByTime(2000);
    expect(closed).toEqual(['Session timeout.']);
  });

  it('ends with its recognition when the server stops', async () => {
    const { session, call, closed, answers } = await listening();
    session.retire();
    expect(closed).toEqual([]);
    call.watch.onResult(resultOf(true, { result_status: 'CANCELED' }));
    expect(answers.at(-1)!.headers['result-status']).toBe('CANCELED');
    expect(closed).toEqual(['the server stops']);
    const failed = await listening();
    failed.session.retire();
    failed.call.watch.onFailure(new ServiceError('ERR_AUDIO_INVALID', 'no audio'));
    expect(failed.closed).toEqual(['the server stops']);
    const idle = scene();
    idle.session.retire();
    expect(idle.closed).toEqual(['the server stops']);
  });
});

describe('what a client does wrong', () => {
  it.each([
    ['nonsense', {}],
    ['ASR 9.9 CREATE_SESSION\r\n\r\n', {}],
    ['ASR 2.3 DANCE\r\n\r\n', {}],
    ['ASR 2.3 SEND_AUDIO\r\nContent-Length: 9\r\n\r\nabc', { method: 'SEND_AUDIO' }],
  ])('is answered INVALID_MESSAGE: %j', async (text, headers) => {
    const { session, answers } = scene();
    session.receive(Buffer.from(text));
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    expect(answers[0]!.headers).toMatchObject({
      result: 'INVALID_MESSAGE',
      'session-status': 'IDLE',
      ...headers,
    });
    expect(answers[0]!.headers['error-code']).toBeUndefined();
  });

  it('such as a LastPacket that is neither true nor false', async () => {
    const { say } = await listening();
    expect((await say('SEND_AUDIO', { LastPacket: 'maybe' }))[0]!.headers.result).toBe('INVALID_MESSAGE');
  });

  it('such as the handle of another session', async () => {
    const { say } = await listening();
    expect((await say('GET_PARAMETERS', { Handle: '43' }))[0]!.headers.result).toBe('INVALID_MESSAGE');
    expect((await say('GET_PARAMETERS', { Handle: '42' }))[0]!.headers.result).toBe('SUCCESS');
  });

  it.each([
    [{ 'Content-Type': 'image/png' }, FREE, 'ERR_UNSUPPORTED_MEDIA_TYPE'],
    [URIS, '', 'ERR_LM_REQUIRED'],
    [URIS, 'ftp://a/b', 'ERR_LM_NOT_FOUND'],
    [{ ...URIS, Accept: 'text/csv' }, FREE, 'ERR_NOT_ACCEPTABLE'],
    [{ ...URIS, 'decoder.nothing': '1' }, FREE, 'ERR_INVALID_PARAMETER'],
    [{ ...URIS, 'diarization-enabled': 'true' }, FREE, 'ERR_NOT_SUPPORTED'],
  ])('is answered FAILURE: %j %j', async (headers, body, code) => {
    const { say } = scene();
    await say('CREATE_SESSION');
    const [answer] = await say('START_RECOGNITION', headers, body);
    expect(answer!.headers).toMatchObject({
      result: 'FAILURE',
      'error-code': code,
      'session-status': 'IDLE',
    });
  });

  it('does not show what is wrong inside the server', async () => {
    const recognize = async () => {
      throw new Error('secret');
    };
    const { say } = scene({ recognize });
    await say('CREATE_SESSION');
    const [answer] = await say('START_RECOGNITION', URIS, FREE);
    expect(answer!.headers).toMatchObject({
      result: 'FAILURE',
      'error-code': 'ERR_INTERNAL',
      message: 'internal',
    });
  });
});
