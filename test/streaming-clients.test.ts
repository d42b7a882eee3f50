import { joinSamples } from '@locutor/audio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AsrClient } from './support/asr-client.ts';
import { recognitionServer, SENTENCE } from './support/recognition-server.ts';
import { texts } from './support/recognize.ts';
import { pcm, samplesOf, silence, wav } from './support/speech.ts';

const FREE = 'builtin:slm/general';

const server = await recognitionServer();
const sentence = await samplesOf('sentence.flac');

describe('a client that is made like the SDKs', () => {
  it('in Python: LF, no empty line, audio of any type, and a result by its last segment', async () => {
    const client = await AsrClient.connect(server, { end: '\n' });
    onTestFinished(() => client.close());
    client.socket.send(Buffer.from('ASR 2.3 CREATE_SESSION\nUser-Agent: python\n'));
    expect((await client.next('RESPONSE')).headers['Session-Status']).toBe('IDLE');
    client.socket.send(Buffer.from('ASR 2.3 SET_PARAMETERS\ndecoder.maxSentences: 2\n'));
    expect((await client.next('RESPONSE')).headers.Result).toBe('SUCCESS');
    client.socket.send(
      Buffer.from(
        `ASR 2.3 START_RECOGNITION\nAccept: application/json\nContent-Type: text/uri-list\nContent-Length: 19\n\n${FREE}`,
      ),
    );
    expect((await client.next('RESPONSE')).headers).toMatchObject({
      Method: 'START_RECOGNITION',
      Result: 'SUCCESS',
    });
    await client.audio(pcm(sentence), { type: 'audio/wav' });
    expect(texts(await client.results())).toEqual([SENTENCE]);
    client.socket.send(Buffer.from('ASR 2.3 RELEASE_SESSION'));
    expect((await client.next('RESPONSE')).headers.Method).toBe('RELEASE_SESSION');
  });

  it('in Python, version 2.4: a channel, headers of other services, timers before an answer', async () => {
    const client = await AsrClient.connect(server, { end: '\n' });
    onTestFinished(() => client.close());
    const say = (text: string) => client.socket.send(Buffer.from(text));
    say('ASR 2.4 CREATE_SESSION\nChannel-Identifier: channel 7\n');
    expect((await client.next('RESPONSE')).headers).toMatchObject({ 'Session-Status': 'IDLE' });
    const classifiers =
      'Infer-age-enabled: True\nInfer-gender-enabled: False\nInfer-emotion-enabled: False\n';
    say(`ASR 2.4 SET_PARAMETERS\n${classifiers}license.manager.accountTag: user_tag\n`);
    expect((await client.next('RESPONSE')).headers).toMatchObject({ Result: 'SUCCESS' });
    const config = 'Verify-Buffer-Utterance: False\nMedia-Type: audio/wav\n';
    const lm = `Content-Type: text/uri-list\nContent-Length: ${FREE.length}\n\n${FREE}`;
    say(`ASR 2.4 START_RECOGNITION\nAccept: application/json\n${config}${lm}`);
    say('ASR 2.4 START_INPUT_TIMERS\n');
    for (const Method of ['START_RECOGNITION', 'START_INPUT_TIMERS']) {
      expect((await client.next('RESPONSE')).headers).toMatchObject({ Method, Result: 'SUCCESS' });
    }
    const bytes = pcm(sentence);
    // Its last packet says audio/wav, whatever the others said.
    const packet = (part: Uint8Array, last: boolean, type: string) =>
      client.socket.send(
        Buffer.concat([
          Buffer.from(`ASR 2.4 SEND_AUDIO\nLastPacket: ${last}\nContent-Length: ${part.length}\n`),
          Buffer.from(`Content-Type: ${type}\n\n`),
          part,
        ]),
      );
    for (let at = 0; at < bytes.length; at += 8192) {
      const last = at + 8192 >= bytes.length;
      packet(bytes.subarray(at, at + 8192), last, last ? 'audio/wav' : 'audio/raw');
    }
    const [result] = await client.results();
    expect(texts([result!])).toEqual([SENTENCE]);
    expect(result).toMatchObject({ age_scores: { event: 'AGE RESULT', confidence: expect.any(Number) } });
    say('ASR 2.4 RELEASE_SESSION');
    expect((await client.next('RESPONSE')).headers.Method).toBe('RELEASE_SESSION');
  });

  it('in C++: no space behind a colon, and a line end behind every body', async () => {
    const client = await AsrClient.connect(server);
    onTestFinished(() => client.close());
    const say = (lines: string[], body: Uint8Array | string = '') => {
      const end = body.length > 0 ? '\r\n' : '';
      client.socket.send(
        Buffer.concat([Buffer.from([...lines, '', ''].join('\r\n')), Buffer.from(body), Buffer.from(end)]),
      );
    };
    say(['ASR 2.4 CREATE_SESSION', 'User-Agent:ASR Client']);
    expect((await client.next('RESPONSE')).headers.Result).toBe('SUCCESS');
    say(['ASR 2.4 SET_PARAMETERS', 'decoder.startInputTimers:1', 'noInputTimeout.enabled:1']);
    expect((await client.next('RESPONSE')).headers.Result).toBe('SUCCESS');
    const lm = ['Accept:application/json', `Content-Length:${FREE.length}`, 'Content-Type:text/uri-list'];
    say(['ASR 2.4 START_RECOGNITION', ...lm], FREE);
    expect((await client.next('RESPONSE')).headers.Result).toBe('SUCCESS');
    const bytes = pcm(joinSamples([sentence, silence(1)]));
    for (let at = 0; at < bytes.length; at += 800) {
      const part = bytes.subarray(at, at + 800);
      const about = [`Content-Length:${part.length}`, 'Content-Type:application/octet-stream'];
      say(['ASR 2.4 SEND_AUDIO', ...about, `LastPacket:${at + 800 >= bytes.length}`], part);
    }
    // Line ends taken for samples would be a click every 25 ms.
    const [result] = await client.results();
    expect(texts([result!])).toEqual([SENTENCE]);
    expect(result!.end_time).toBeLessThanOrEqual(bytes.length / 32_000);
  });

  it('in C#: headers of the body behind an empty line, a length that is too large, and True', async () => {
    const client = await AsrClient.connect(server);
    onTestFinished(() => client.close());
    client.socket.send(Buffer.from('ASR 2.3 CREATE_SESSION\r\n'));
    expect((await client.next('RESPONSE')).headers.Expires).toMatch(/^\d+$/);
    const config = 'decoder.startInputTimers: True\r\nnoInputTimeout.enabled: False\r\n\r\n';
    client.socket.send(Buffer.from(`ASR 2.3 SET_PARAMETERS\r\n${config}`));
    expect((await client.next('RESPONSE')).headers.Result).toBe('SUCCESS');
    const lm = `Content-Length: ${FREE.length + 8}\r\nContent-Type: text/uri-list\r\n\r\n${FREE}\r\n`;
    client.socket.send(Buffer.from(`ASR 2.3 START_RECOGNITION\r\n${config}${lm}`));
    expect((await client.next('RESPONSE')).headers).toMatchObject({ Result: 'SUCCESS' });
    client.send(
      'SEND_AUDIO',
      { LastPacket: 'False', 'Content-Type': 'application/octet-stream' },
      wav(sentence),
    );
    client.send('SEND_AUDIO', { LastPacket: 'True', 'Content-Type': 'application/octet-stream' }, '');
    expect(texts(await client.results())).toEqual([SENTENCE]);
  });

  it('in Objective-C: a handle behind the name of the message, and no empty line without a body', async () => {
    const client = await AsrClient.connect(server);
    onTestFinished(() => client.close());
    const said = async (text: string) => {
      client.socket.send(Buffer.from(text));
      return (await client.next('RESPONSE')).headers;
    };
    const agent = 'User-agent: model=phone; manufacturer=none\r\n';
    expect(await said(`ASR 2.3 CREATE_SESSION (null)\r\n${agent}`)).toMatchObject({ Result: 'SUCCESS' });
    const lm = `Content-Length:${FREE.length}\r\nContent-Type:text/uri-list\r\n\r\n${FREE}\r\n`;
    expect(await said(`ASR 2.3 START_RECOGNITION (null)\r\n${lm}`)).toMatchObject({
      Result: 'SUCCESS',
      'Session-Status': 'LISTENING',
    });
    const audio = wav(sentence);
    const about = `LastPacket:true\r\nContent-Length:${audio.length}\r\nContent-Type:application/octet-stream`;
    client.socket.send(Buffer.concat([Buffer.from(`ASR 2.3 SEND_AUDIO (null)\r\n${about}\r\n\r\n`), audio]));
    expect(texts(await client.results())).toEqual([SENTENCE]);
    expect(await said('ASR 2.3 RELEASE_SESSION (null)\r\n')).toMatchObject({ Result: 'SUCCESS' });
  });

  it('in Java: stops sending at the end of speech, and reads numbers that are never missing', async () => {
    const client = await AsrClient.connect(server, { version: '2.4' });
    onTestFinished(() => client.close());
    await client.ask('CREATE_SESSION');
    await client.start(FREE, { 'Infer-gender-enabled': 'true', 'decoder.wordDetails': '1' });
    let listening = true;
    void client.next('END_OF_SPEECH').then(() => {
      listening = false;
    });
    const bytes = pcm(joinSamples([sentence, silence(10)]));
    for (let at = 0; at < bytes.length && listening; at += 8000) {
      client.send('SEND_AUDIO', { LastPacket: 'false' }, bytes.subarray(at, at + 8000));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const found = () => client.messages.find((message) => message.name === 'RECOGNITION_RESULT');
    await expect.poll(() => found()).toBeDefined();
    const result = JSON.parse(found()!.body);
    expect(result).toMatchObject({
      final_result: true,
      last_segment: true,
      start_time: expect.any(Number),
      end_time: expect.any(Number),
      gender_scores: { event: 'GENDER RESULT', p: [expect.any(Number), expect.any(Number)] },
    });
  });
});
