import { describe, expect, it } from 'vitest';
import { pronounce, pronounceSsml } from '../index.ts';

const say = (text: string, language: string) =>
  [...pronounce(text, { language })].map(({ phonemes }) => phonemes).join(' ');
const spelled = (text: string, language: string) =>
  [...pronounceSsml(`<speak><say-as interpret-as="characters">${text}</say-as></speak>`, { language })].map(
    ({ phonemes }) => phonemes,
  )[0];

const words = (text: string) => text.split(' ');

describe('initials', () => {
  it.each(
    words(
      'INSS BNDES IBGE ICMS IPVA IPTU IPCA UFRJ UFMG ISSQN IRPF URSS CNPJ FGTS CPF RG OAB IOF EUA UTI HIV PE IA TV ISBN HDMI',
    ),
  )('%s is spelled in Portuguese', (text) => expect(say(text, 'pt')).toBe(spelled(text, 'pt')));

  it.each(words('RTVE BBVA IMSS IRPF DNI ADN FMI ITV UE TV EPS ISBN'))('%s is spelled in Spanish', (text) =>
    expect(say(text, 'es')).toBe(spelled(text, 'es')),
  );

  it.each(
    words(
      'NASA OTAN UNESCO PETROBRAS ONU SUS CEP PIB INPE IPEA CREA SEBRAE DETRAN UNICAMP UNESP FUVEST SESC MASP DARF SELIC ENEM FIFA COVID AIDS IKEA MIX CIVIL MUITO NÃO MÃE PÃO TRÊS QUEM BONS ISSO CARRO AQUI OBRA TEXTO RITMO BRASIL GRÁTIS HOJE DEUS SMART WHATSAPP BLACK SHOW PLAY AO EU EM DE UMA AOS PRO RIO LÃ',
    ),
  )('%s is a word in Portuguese', (text) => expect(say(text, 'pt')).toBe(say(text.toLowerCase(), 'pt')));

  it.each(
    words(
      'NASA OTAN UNESCO ONU IVA PIB RENFE SEAT UNAM UNED PEMEX FARC CURP AFIP PSOE OVNI SIDA MIX CIVIL MUY HOY TRES HOLA AHORA GRATIS AÑO NIÑO ESPAÑA QUE DOS LAS EL YA SÍ CIEN SMART',
    ),
  )('%s is a word in Spanish', (text) => expect(say(text, 'es')).toBe(say(text.toLowerCase(), 'es')));

  it('stand in texts that are all in capitals too', () => {
    expect(say('O INSS PAGA HOJE', 'pt')).toContain(spelled('INSS', 'pt')!.slice(0, -1));
    expect(say('VÁ EM PAZ E NÃO VOLTE', 'pt')).toBe(say('vá em paz e não volte', 'pt'));
    expect(say('EL DNI DE LOS TRES', 'es')).toBe(
      say('el dni de los tres', 'es').replace('dni', spelled('DNI', 'es')!.slice(0, -1)),
    );
  });

  it('stand beside figures', () => {
    expect(say('CF/88', 'pt')).toBe(`${spelled('CF', 'pt')!.slice(0, -1)} ${say('oitenta e oito', 'pt')}`);
    expect(say('MP3', 'pt')).toBe(`${spelled('MP', 'pt')!.slice(0, -1)} ${say('três', 'pt')}`);
    expect(say('UTF-8', 'es')).toBe(`${spelled('UTF', 'es')!.slice(0, -1)} ${say('ocho', 'es')}`);
    expect(say('COVID-19', 'pt')).toBe(say('covid dezenove', 'pt'));
  });
});

describe('words without a vowel', () => {
  it('are spelled in addresses', () => {
    expect(say('joao@exemplo.com.br', 'pt')).toBe(
      `${say('joao arroba exemplo ponto com ponto', 'pt').slice(0, -1)} ${spelled('br', 'pt')}`,
    );
    const letters = (text: string) => spelled(text, 'pt')!.slice(0, -1);
    expect(say('www.tj.sp.gov.br', 'pt')).toBe(
      `${letters('www')} pˈoŋtʊ ${letters('tj')} pˈoŋtʊ ${letters('sp')} pˈoŋtʊ ${say('gov', 'pt').slice(0, -1)} pˈoŋtʊ ${letters('br')}.`,
    );
    expect(say('www.rtve.es', 'es')).toMatch(new RegExp(`^${spelled('www', 'es')!.slice(0, -1)} `));
    const rtve = spelled('rtve', 'es')!.slice(0, -1);
    expect(say('rtve.es', 'es')).toBe(`${rtve} ${say('punto es', 'es')}`);
    expect(say('bndes.gov.br', 'pt')).toMatch(new RegExp(`^${spelled('bndes', 'pt')!.slice(0, -1)} `));
    expect(say('ibge.gov.br', 'en')).toMatch(/ dˈɑt bˈi ˈɑɹ\.$/);
  });

  it('are words where another language begins them so', () => {
    for (const text of ['strada', 'chris', 'stress', 'thriller'])
      for (const language of ['es', 'pt']) expect(say(text, language)).not.toContain(' ');
  });

  it('are not spelled where they are sounds', () => {
    for (const language of ['en', 'es', 'pt'])
      for (const text of ['hmm', 'shh', 'psst', 'brr']) expect(say(text, language)).not.toContain(' ');
  });
});
