import { expect, it } from 'vitest';
import { engineEnvironment } from './engine-environment.ts';

it('keeps secrets out of engine processes, and their library from reporting to its maker', () => {
  const environment = engineEnvironment({
    PATH: '/bin',
    LOCUTOR_TOKEN: 'secret',
    ORT_DISABLE_TELEMETRY: '0',
  });
  expect(environment).toMatchObject({ PATH: '/bin', ORT_DISABLE_TELEMETRY: '1' });
  expect(environment).not.toHaveProperty('LOCUTOR_TOKEN');
});
