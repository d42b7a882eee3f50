import { describe, expect, it } from 'vitest';
import { pronounce } from '../index.ts';

const say = (text: string) =>
  [...pronounce(text, { language: 'en-US' })].map(({ phonemes }) => phonemes).join(' ');

describe('English', () => {
  it.each([
    ['Hello world!', 'həlˈO wˈɜɹld!'],
    ['The water, the apple', 'ðə wˈɔTəɹ, ði ˈæpᵊl.'],
    ['a house to eat in', 'ɐ hˈWs tʊ ˈit ˈɪn.'],
    ['a little button', 'ɐ lˈɪTᵊl bˈʌtᵊn.'],
  ])('says %j', (text, phonemes) => expect(say(text)).toBe(phonemes));

  it.each([
    ['Please record the song.', 'ɹɪkˈɔɹd'],
    ['It broke the record.', 'ɹˈɛkəɹd'],
    ['They object to it.', 'əbʤˈɛkt'],
    ['She recorded it.', 'ɹɪkˈɔɹdᵻd'],
    ['It is of no use.', 'jˈus'],
    ['We use it daily.', 'jˈuz'],
    ['I read it yesterday.', 'ɹˈɛd'],
    ['I want to read it.', 'ɹˈid'],
    ['We used to live here.', 'jˈust'],
    ['I live in Rome.', 'lˈɪv'],
    ['A live show.', 'lˈIv'],
    ['Stay close to me.', 'klˈOs'],
    ['Close the door.', 'klˈOz'],
    ['A strong wind.', 'wˈɪnd'],
    ['You wind up alone.', 'wˈInd'],
    ['A separate room.', 'sˈɛpəɹət'],
    ['Please separate them.', 'sˈɛpəɹˌAt'],
  ])('chooses by context in %j', (text, phonemes) => expect(say(text).split(/[ .]/)).toContain(phonemes));

  it.each([
    ['IBM and NASA', 'ˈIbˌiˌɛm ænd nˈæsə.'],
    ['the XQJ and two PCs', 'ði ˈɛks kjˈu ʤˈA ænd tˈu pˈi sˈiz.'],
    ['in the US', 'ɪn ðə jˈu ˈɛs.'],
    ['Plan A', 'plˈæn ˈA.'],
    ['B2B', 'bˈi tˈu bˈi.'],
  ])('spells %j', (text, phonemes) => expect(say(text)).toBe(phonemes));

  it('guesses words that no dictionary has, from their parts or their spelling', () => {
    expect(say('smartwatch')).toBe('smˈɑɹtwˌɑʧ.');
    expect(say('unfollow')).toBe('ənfˈɑlO.');
    expect(say('blorping')).toMatch(/^blˈ.+ɪŋ\.$/);
  });

  it('does not find what every object has', () => {
    expect(say('constructor')).toMatch(/^kənstɹˈʌktəɹ\.$/);
    expect(say('hasownproperty')).not.toContain('function');
  });
});
