import type { Agreement } from '../say/agreement.ts';
import type { Unit } from '../say/units.ts';

const NAMES: readonly (readonly [symbols: string, one: string, many?: string, agreement?: Agreement])[] = [
  ['°', 'grado'],
  ['°C °c ºC', 'grado celsius', 'grados celsius'],
  ['°F °f ºF', 'grado fahrenheit', 'grados fahrenheit'],
  ['km Km KM', 'kilómetro'],
  ['m', 'metro'],
  ['cm', 'centímetro'],
  ['mm', 'milímetro'],
  ['km/h kmh', 'kilómetro por hora', 'kilómetros por hora'],
  ['m/s', 'metro por segundo', 'metros por segundo'],
  ['m² m2', 'metro cuadrado', 'metros cuadrados'],
  ['km² km2', 'kilómetro cuadrado', 'kilómetros cuadrados'],
  ['m³ m3', 'metro cúbico', 'metros cúbicos'],
  ['kg Kg KG', 'kilo'],
  ['g', 'gramo'],
  ['mg', 'miligramo'],
  ['t', 'tonelada', 'toneladas', 'feminine'],
  ['l L', 'litro'],
  ['ml mL', 'mililitro'],
  ['h hs', 'hora', 'horas', 'feminine'],
  ['min', 'minuto'],
  ['s seg', 'segundo'],
  ['ms', 'milisegundo'],
  ['Hz hz', 'hercio'],
  ['kHz khz', 'kilohercio'],
  ['MHz Mhz', 'megahercio'],
  ['GHz Ghz', 'gigahercio'],
  ['KB kB', 'kilobyte'],
  ['MB', 'megabyte'],
  ['GB', 'gigabyte'],
  ['TB', 'terabyte'],
  ['kW', 'kilovatio'],
  ['kWh', 'kilovatio hora', 'kilovatios hora'],
  ['dB', 'decibelio'],
];

/** A percentage agrees with nothing: "el uno por ciento". */
export const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ['%', { one: 'por ciento', many: 'por ciento' }],
  ...NAMES.flatMap(([symbols, one, many = `${one}s`, agreement = 'masculine']) =>
    symbols.split(' ').map((symbol): [string, Unit] => [symbol, { one, many, agreement }]),
  ),
]);
