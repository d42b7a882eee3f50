import { describe, expect, it } from 'vitest';
import { pronounce } from '../index.ts';
import { lettersToSounds } from './letters-to-sounds.ts';

const say = (text: string) =>
  [...pronounce(text, { language: 'pt-BR' })].map(({ phonemes }) => phonemes).join(' ');

describe('Portuguese', () => {
  it.each([
    // stress
    ['casa', 'kˈazæ'],
    ['jornal', 'ʒoɾənˈW'],
    ['amor', 'æmˈor'],
    ['história', 'istˈɔɾjæ'],
    ['saída', 'saˈidæ'],
    ['raiz', 'xaˈis'],
    ['pai', 'pˈI'],
    // nasal vowels
    ['pão', 'pˈɐ̃ʊ̃'],
    ['mãe', 'mˈɐ̃y'],
    ['ações', 'asˈõjs'],
    ['homem', 'ˈomAŋ'],
    ['campo', 'kˈɐ̃mpʊ'],
    ['falam', 'fˈalɐ̃ʊ̃'],
    // consonants
    ['tia', 'ʧˈiæ'],
    ['noite', 'nˈoɪʧy'],
    ['carro', 'kˈaxʊ'],
    ['caro', 'kˈaɾʊ'],
    ['quatro', 'kwˈatrʊ'],
    ['guerra', 'ɡˈɛxæ'],
    ['cinquenta', 'siŋkwˈAŋtæ'],
    ['exame', 'ezˈɐ̃my'],
    ['táxi', 'tˈaksi'],
    ['próximo', 'prˈɔsimʊ'],
    ['caixa', 'kˈIʃæ'],
    ['trabalho', 'trabˈaljʊ'],
    // open and closed vowels
    ['escola', 'eskˈɔlæ'],
    ['famoso', 'fæmˈozʊ'],
    ['novo', 'nˈovʊ'],
    ['nova', 'nˈɔvæ'],
    ['beleza', 'belˈezæ'],
    ['janela', 'ʒænˈɛlæ'],
  ])('reads %s', (word, phonemes) => expect(lettersToSounds(word)).toBe(phonemes.normalize('NFD')));

  it('links a final s to what follows', () => {
    expect(say('os amigos')).toBe('ʊz æmˈiɡʊs.');
    expect(say('as casas')).toBe('as kˈazæs.');
  });

  it('says numbers, money and initials', () => {
    expect(say('25 reais')).toBe('vˈiŋʧy i sˈiŋkʊ xeˈIs.');
    expect(say('o RG')).toBe('ʊ ˈɛxy ʒˈe.');
    expect(say('certamente')).toBe('sˌɛɾətæmˈAŋʧy.');
  });
});
