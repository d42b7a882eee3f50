import { Gauge, type Registry } from 'prom-client';

export function measureBuild(registry: Registry, version: string): void {
  new Gauge({
    name: 'locutor_build_info',
    help: 'Version of the server',
    labelNames: ['version'],
    registers: [registry],
  })
    .labels(version)
    .set(1);
}
