import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { secretVariables } from '../packages/server/src/config/secret-files.ts';
import { environmentName, settings } from '../packages/server/src/config/settings.ts';
import { typeProblems } from './support/helm/check-types.ts';
import {
  chart,
  defaults,
  type Manifest,
  merged,
  NO_RENDERER,
  renderer,
  type Values,
} from './support/helm/render.ts';

const VARIANTS: Record<string, Values> = {
  'as it comes': {},
  'with one pod': { mode: 'single', single: { data: { storageClass: 'fast' } } },
  'with KEDA and a service monitor': {
    worker: { autoscaling: { kind: 'keda' } },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  },
  'with everything set': {
    settings: {
      LOG_LEVEL: 'warn',
      MAX_QUEUE: 128,
      TEXTIFY: true,
      TRACE_ENDPOINT: 'http://collector:4318/v1/traces',
    },
    worker: { autoscaling: { kind: 'none' }, replicas: 7 },
    models: { existingClaim: 'speech-models' },
    networkPolicy: { allowFrom: [{ namespaceSelector: {} }], bus: { port: 4223, to: [{ podSelector: {} }] } },
    imagePullSecrets: [{ name: 'registry' }],
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    tolerations: [{ key: 'speech', operator: 'Exists' }],
    podAnnotations: { 'example.com/team': 'speech' },
  },
};

describe('the schema of the values', () => {
  const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as object;
  const fits = new Ajv({ allowUnionTypes: true }).compile(schema);

  it.each(Object.entries(VARIANTS))('accepts those of the chart %s', (_, values) => {
    expect([fits(merged(defaults(), values)), fits.errors]).toEqual([true, null]);
  });

  it.each<[string, Values]>([
    ['an unknown mode', { mode: 'clustered' }],
    ['a name that is written wrong', { workers: {} }],
    ['a setting with its prefix', { settings: { LOCUTOR_PORT: 1 } }],
    ['no secret', { secrets: { existingSecret: '' } }],
    ['both kinds of a budget', { http: { podDisruptionBudget: { maxUnavailable: 1 } } }],
    ['an unknown autoscaler', { worker: { autoscaling: { kind: 'vpa' } } }],
  ])('refuses %s', (_, values) => {
    expect(fits(merged(defaults(), values))).toBe(false);
  });
});

describe('the chart', () => {
  const render = renderer();
  const rendered = new Map<string, Manifest[]>();
  for (const [name, values] of Object.entries(VARIANTS)) {
    if (render) rendered.set(name, render(values));
  }
  const pods = () =>
    [...rendered.values()]
      .flat()
      .flatMap(({ kind, spec }) => (kind === 'Deployment' ? [spec.template.spec] : []));

  it('is what Kubernetes knows, without an unknown field', (context) => {
    if (!render) context.skip(NO_RENDERER);
    expect(typeProblems([...rendered.values()].flat())).toBe('');
    // The check itself must be able to fail.
    const [deployment] = rendered.get('as it comes')!.filter(({ kind }) => kind === 'Deployment');
    expect(typeProblems([{ ...deployment!, spec: { ...deployment!.spec, replica: 1 } }])).toContain(
      'replica',
    );
  });

  it.for<[string, string[]]>([
    [
      'as it comes',
      [
        'Deployment',
        'Deployment',
        'HorizontalPodAutoscaler',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'PodDisruptionBudget',
        'Service',
        'ServiceAccount',
      ],
    ],
    ['with one pod', ['Deployment', 'NetworkPolicy', 'PersistentVolumeClaim', 'Service', 'ServiceAccount']],
    [
      'with KEDA and a service monitor',
      [
        'Deployment',
        'Deployment',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'PodDisruptionBudget',
        'PodMonitor',
        'ScaledObject',
        'Service',
        'ServiceAccount',
        'ServiceMonitor',
      ],
    ],
  ])('%s has these objects', ([name, kinds], context) => {
    if (!render) context.skip(NO_RENDERER);
    expect(
      rendered
        .get(name)!
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(kinds);
  });

  it('fulfils the restricted pod security standard', (context) => {
    if (!render) context.skip(NO_RENDERER);
    for (const pod of pods()) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
      const allowed = ['emptyDir', 'secret', 'persistentVolumeClaim', 'name'];
      for (const volume of pod.volumes) expect(allowed).toEqual(expect.arrayContaining(Object.keys(volume)));
    }
  });

  it('probes every pod at a port that it opens', (context) => {
    if (!render) context.skip(NO_RENDERER);
    for (const { containers } of pods()) {
      const [{ ports, livenessProbe, readinessProbe, args, env }] = containers;
      expect(livenessProbe.httpGet).toEqual({ path: '/health/live', port: ports[0].name });
      expect(readinessProbe.httpGet).toEqual({ path: '/health/ready', port: ports[0].name });
      if (args[0] !== 'worker') continue;
      expect(env).toContainEqual({
        name: 'LOCUTOR_WORKER_HEALTH_PORT',
        value: String(ports[0].containerPort),
      });
    }
  });

  it('sets variables that the server has, and mounts every volume that it names', (context) => {
    if (!render) context.skip(NO_RENDERER);
    const known = new Set([
      ...Object.keys(settings).map(environmentName),
      ...secretVariables().map((name) => `${name}_FILE`),
    ]);
    for (const { containers, volumes } of pods()) {
      const [{ env, volumeMounts }] = containers;
      for (const { name, value } of env)
        expect([name, known.has(name), typeof value]).toEqual([name, true, 'string']);
      const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();
      expect(names(volumeMounts)).toEqual(names(volumes));
    }
  });

  it('selects its own pods everywhere', (context) => {
    if (!render) context.skip(NO_RENDERER);
    for (const manifests of rendered.values()) {
      const labels = manifests.flatMap(({ kind, spec }) =>
        kind === 'Deployment' ? [spec.template.metadata.labels] : [],
      );
      const selects = (selector: object) =>
        labels.some((each) => Object.entries(selector).every(([key, value]) => each[key] === value));
      for (const { kind, spec } of manifests) {
        if (kind === 'Service') expect(selects(spec.selector)).toBe(true);
        if (kind === 'PodDisruptionBudget') expect(selects(spec.selector.matchLabels)).toBe(true);
        if (kind === 'NetworkPolicy') expect(selects(spec.podSelector.matchLabels)).toBe(true);
        const target = spec?.scaleTargetRef?.name;
        if (target)
          expect(manifests.some((each) => each.kind === 'Deployment' && each.metadata.name === target)).toBe(
            true,
          );
      }
    }
  });
});
