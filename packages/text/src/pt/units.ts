import type { Unit } from '../say/units.ts';

const NAMES: readonly (readonly [symbols: string, one: string, many?: string, feminine?: 'feminine'])[] = [
  ['%', 'por cento', 'por cento'],
  ['°', 'grau'],
  ['°C °c ºC', 'grau celsius', 'graus celsius'],
  ['°F °f ºF', 'grau fahrenheit', 'graus fahrenheit'],
  ['km Km KM', 'quilômetro'],
  ['m', 'metro'],
  ['cm', 'centímetro'],
  ['mm', 'milímetro'],
  ['km/h kmh', 'quilômetro por hora', 'quilômetros por hora'],
  ['m/s', 'metro por segundo', 'metros por segundo'],
  ['m² m2', 'metro quadrado', 'metros quadrados'],
  ['km² km2', 'quilômetro quadrado', 'quilômetros quadrados'],
  ['m³ m3', 'metro cúbico', 'metros cúbicos'],
  ['kg Kg KG', 'quilo'],
  ['g', 'grama'],
  ['mg', 'miligrama'],
  ['t', 'tonelada', 'toneladas', 'feminine'],
  ['l L', 'litro'],
  ['ml mL', 'mililitro'],
  ['h hs', 'hora', 'horas', 'feminine'],
  ['min', 'minuto'],
  ['s seg', 'segundo'],
  ['ms', 'milissegundo'],
  ['Hz hz', 'hertz', 'hertz'],
  ['kHz khz', 'quilohertz', 'quilohertz'],
  ['MHz Mhz', 'megahertz', 'megahertz'],
  ['GHz Ghz', 'gigahertz', 'gigahertz'],
  ['KB kB', 'quilobyte'],
  ['MB', 'megabyte'],
  ['GB', 'gigabyte'],
  ['TB', 'terabyte'],
  ['kW', 'quilowatt'],
  ['kWh', 'quilowatt hora', 'quilowatts hora'],
  ['dB', 'decibel', 'decibéis'],
];

export const UNITS: ReadonlyMap<string, Unit> = new Map(
  NAMES.flatMap(([symbols, one, many = `${one}s`, feminine]) =>
    symbols.split(' ').map((symbol): [string, Unit] => [symbol, { one, many, agreement: feminine }]),
  ),
);
