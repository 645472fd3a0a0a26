/** Tests that the dashboard and the alert rules of deploy/ use metrics that the server has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

let test: TestApp;
let metrics: string;
beforeAll(async () => {
  test = await testApp();
  metrics = (await test.app.inject({ url: '/api/metrics', headers: { host: 'localhost' } })).body;
});
afterAll(() => test.close());

const panels = (
  JSON.parse(read('deploy/grafana/lectern.json')) as { panels: { title: string; targets: { expr: string }[] }[] }
).panels;
const rules = read('deploy/prometheus/lectern.rules.yml');
const alerts = Array.from(rules.matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g), ([, name = '', expr = '']) => ({
  name,
  expr,
}));

/** Names in an expression that can be metrics: those with an underscore, without labels, functions and texts. */
const metricsOf = (expr: string) =>
  (expr.replaceAll(/"[^"]*"|\{[^}]*\}|by \([^)]*\)/g, '').match(/[a-z]+_[a-z_0-9]+/g) ?? []).filter(
    (name) => name !== 'histogram_quantile' && name !== '__rate_interval' && name !== 'rate_interval',
  );

it('has an expression in every panel and rule, of metrics that the server exposes', () => {
  const exposed = new Set(
    Array.from(metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ).flat(),
  );
  const used = [
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
    ...alerts.map(({ name, expr }) => [name, expr] as const),
  ];
  expect(alerts.length).toBe(rules.match(/- alert:/g)?.length);
  expect(used.length).toBeGreaterThan(20);
  for (const [name, expr] of used) {
    const found = metricsOf(expr);
    if (name !== 'LecternDown') expect(found, name).not.toEqual([]);
    expect(
      found.filter((one) => !exposed.has(one)),
      name,
    ).toEqual([]);
  }
});

it('says with each alert what to do, in a part of the guide that is there', () => {
  const books = Array.from(rules.matchAll(/runbook: '([^'#]+)(?:#([^']+))?'/g), ([, file = '', part]) => ({
    file,
    part,
  }));
  expect(books.length).toBe(alerts.length);
  for (const { file, part } of books) {
    const headings = Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    if (part) expect(headings, file).toContain(part);
  }
});

it('has the age of the oldest line of the outbox, of backups, and of standbys', async () => {
  await test.sql(`insert into outbox (tenant, job, ids, at) values ('data', 'x', '{}', now() - interval '10 minutes')`);
  const { body } = await test.app.inject({ url: '/api/metrics', headers: { host: 'localhost' } });
  const age = Number(/^lectern_outbox_age_seconds\{tenant="data"\} (\S+)$/m.exec(body)?.[1]);
  expect(age).toBeGreaterThanOrEqual(600);
  expect(age).toBeLessThan(1_000);
  expect(body).toMatch(/^lectern_outbox_age_seconds\{tenant="coding"\} 0$/m);
  expect(body).not.toMatch(/^lectern_backup_age_seconds\{/m);
});
