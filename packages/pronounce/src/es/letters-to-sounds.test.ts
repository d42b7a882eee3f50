import { describe, expect, it } from 'vitest';
import { pronounce } from '../index.ts';
import { lettersToSounds } from './letters-to-sounds.ts';

const say = (text: string) =>
  [...pronounce(text, { language: 'es-MX' })].map(({ phonemes }) => phonemes).join(' ');

describe('Spanish', () => {
  it.each([
    ['casa', 'kˈasa'],
    ['ciudad', 'sjuðˈad'],
    ['zapato', 'sapˈato'],
    ['perro', 'pˈero'],
    ['pero', 'pˈeɾo'],
    ['guerra', 'ɡˈera'],
    ['pingüino', 'piŋɡwˈino'],
    ['queso', 'kˈeso'],
    ['llave', 'ʝˈaβe'],
    ['gente', 'xˈente'],
    ['niño', 'nˈiɲo'],
    ['aire', 'ˈIɾe'],
    ['río', 'rˈio'],
    ['país', 'paˈis'],
    ['invierno', 'imbjˈeɾno'],
    ['examen', 'eksˈamen'],
    ['hoy', 'ˈoɪ'],
    ['canción', 'kansjˈon'],
    ['jamón', 'xamˈon'],
  ])('reads %s', (word, phonemes) => expect(lettersToSounds(word)).toBe(phonemes));

  it('leaves words of grammar without stress, except at the end', () => {
    expect(say('la casa de México')).toBe('la kˈasa de mˈexiko.');
    expect(say('rápidamente')).toBe('rˌapiðamˈente.');
  });
});
