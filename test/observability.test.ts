import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { measureBus } from '../packages/server/src/metrics/bus-metrics.ts';
import { root, startServer, type TestServer } from './support/server.ts';

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const page = read('docs', 'operating.md');

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const dashboard = JSON.parse(read('deploy', 'grafana', 'locutor.json')) as {
  readonly panels: readonly Panel[];
};
const { groups } = parse(read('deploy', 'prometheus', 'alerts.yaml')) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
];

/** What Prometheus makes of Grafana's variables. */
const plain = (expr: string) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');

/** The metrics that an expression names; undefined where it is no PromQL. */
function metricsIn(expr: string): string[] | undefined {
  const names: string[] = [];
  let isWrong = false;
  parser.parse(expr).iterate({
    enter(node) {
      if (node.type.isError) isWrong = true;
      if (node.name === 'Identifier') names.push(expr.slice(node.from, node.to));
    },
  });
  return isWrong ? undefined : names;
}

const typesIn = (text: string) =>
  new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));

describe('metrics', () => {
  let server: TestServer;
  /** Types by name, as /metrics has them. */
  let served: Map<string, string>;
  let text: string;
  beforeAll(async () => {
    server = await startServer();
    text = await (await fetch(`${server.url}/metrics`)).text();
    served = typesIn(text);
  });
  afterAll(() => server.stop());

  it('are those that the manual lists, with their types', () => {
    const listed = [...page.matchAll(/^\| `(locutor_\w+)` \| (\w+) \|/gm)].map(([, name, type]) => [
      name,
      type,
    ]);
    const ours = [...served].filter(([name]) => name.startsWith('locutor_'));
    expect(listed.sort()).toEqual(ours.sort());
  });

  it('have names and units as Prometheus wants them', () => {
    for (const [name, type] of served) {
      if (!name.startsWith('locutor_')) continue;
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kb|mb)(_|$)/);
    }
  });

  it('have a value before the first kill: an alert sees the increase only then', () => {
    expect(text).toMatch(/^locutor_engine_kills_total\{reason="memory"\} 0$/m);
  });

  it.each(expressions)('that "%s" asks for exist', async (_, expr) => {
    const node = new Registry();
    measureBus(node, () => ({ connected: true, workers: [], incompatible: 0, needed: [], retried: 0 }));
    const served = typesIn(text + (await node.metrics()));
    const names = metricsIn(plain(expr));
    expect([expr, names]).toEqual([expr, expect.arrayContaining([expect.any(String)])]);
    for (const name of names!) {
      const base = name.replace(/_(bucket|count|sum)$/, '');
      expect([name, served.get(name) ?? served.get(base)]).toEqual([name, expect.any(String)]);
      if (name !== base && !served.has(name)) expect(served.get(base)).toBe('histogram');
    }
  });
});

describe('alerts', () => {
  it.each(alerts.map((each) => [each.alert, each] as const))(
    '%s has a section in the manual',
    (name, alert) => {
      const [file, anchor] = alert.annotations.runbook.split('#');
      expect([file, anchor]).toEqual(['docs/operating.md', `alert-${name.toLowerCase()}`]);
      expect(page).toContain(`\n### Alert: ${name}\n`);
      expect(['warning', 'critical']).toContain(alert.labels.severity);
    },
  );

  it('are all that the manual has sections for', () => {
    const sections = [...page.matchAll(/^### Alert: (\w+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });
});

describe('the dashboard', () => {
  it('has panels with an id and a title of their own', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });
});

it('knows PromQL from what is not', () => {
  expect(metricsIn('sum(rate(a_total{b="c"}[5m])) / b > 1')).toEqual(['a_total', 'b']);
  expect(metricsIn('sum(rate(a_total[5m]')).toBeUndefined();
});
