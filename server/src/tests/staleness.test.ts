/** Proves by trying that what a write changes elsewhere is what the contract calls stale. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/kernel.ts';
import { isStaleAfter } from '#contract/staleness.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { everyEndpoint } from './endpoints.ts';
import { Probe } from './probe.ts';
import { type Kind, addRecord, fillTenant } from '#shared/testing/sample.ts';
import { type Targets, kindsNamedBy, placeholders, shapeOf, validInput } from './valid-input.ts';

const endpoints = await everyEndpoint();
const readings = endpoints.filter(({ entry }) => entry.method === 'GET');
const writes = endpoints.filter(({ entry }) => entry.method !== 'GET');

let test: TestApp;
let probe: Probe;
let self: string;
let linkTables: { table: string; columns: string[]; kinds: Kind[]; hasPosition: boolean }[];
/** `course.getCourse discount`: a write of the area discount was seen to change that answer. */
const seen = new Set<string>();

beforeAll(async () => {
  test = await testApp();
  await fillTenant(test.sql, 'coding');
  probe = new Probe(test);
  self = (await test.as('superadmin')).userId;
  // Tables whose key is nothing but records of two kinds.
  linkTables = (await test.sql(
    `select link.relname as table, array_agg(attname::text) as columns, array_agg(target.relname::text) as kinds,
        exists (select from pg_attribute where attrelid = link.oid and attname = 'position') as "hasPosition"
      from pg_class link join pg_constraint key on key.conrelid = link.oid and key.contype = 'p'
        join pg_attribute on attrelid = link.oid and attnum = any(key.conkey) and attname <> 'tenant'
        left join pg_constraint reference on reference.conrelid = link.oid and reference.contype = 'f' and attnum = any(reference.conkey)
        left join pg_class target on target.oid = reference.confrelid
      where link.relnamespace = 'public'::regnamespace
      group by link.oid having count(*) = 2 and bool_and(target.relname is not null and target.relname = any($1))`,
    [Object.keys(placeholders)],
  )) as never;
});
afterAll(() => test.close());

/** A record of each kind; the discount is in force, so that prices follow it. */
async function newTargets(given: Partial<Targets> = {}): Promise<Targets> {
  const targets = { ...placeholders };
  for (const kind of Object.keys(targets) as Kind[])
    // What stands in another does; what is linked to another is not yet.
    targets[kind] = given[kind] ?? (await addRecord(test.sql, kind, 'coding', kind === 'learning_path' ? {} : targets));
  await test.sql('update discount set is_active = true where id = $1', [targets.discount]);
  return targets;
}

async function linked(targets: Targets): Promise<Targets> {
  for (const { table, columns, kinds, hasPosition } of linkTables)
    await test.sql(
      `insert into ${table} (tenant, ${columns.join(', ')}${hasPosition ? ', position' : ''})
        values ('coding', $1, $2${hasPosition ? ', 1' : ''})`,
      kinds.map((kind) => targets[kind]),
    );
  return targets;
}

/** Each answer that a superadmin can read of these records, and of lists as long as they get; by endpoint. */
async function answers(targets: Targets): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const { name, entry } of readings) {
    const input = validInput(entry, targets);
    if (shapeOf(entry.query).some(([key]) => key === 'pageSize')) input.query['pageSize'] = '100';
    const { body } = await probe.send(entry, input);
    all.set(
      name,
      JSON.stringify(body, (key, value: unknown) => (key === 'requestId' ? undefined : value)),
    );
  }
  return all;
}

/** The readings whose answers a successful run changed; undefined when it was refused. */
async function changedBy(entry: Endpoint, targets: Targets): Promise<typeof readings | undefined> {
  const input = entry.area === 'auth' ? await probe.prepare(entry) : validInput(entry, targets);
  const before = await answers(targets);
  const { status } = await probe.send(entry, input);
  if (status >= 400) return undefined;
  const after = await answers(targets);
  return readings.filter(({ name }) => before.get(name) !== after.get(name));
}

describe('what an endpoint changes', () => {
  it('is looked for in links between records too', () => {
    expect(linkTables.map(({ table }) => table)).toEqual(expect.arrayContaining(['discount_course', 'course_user']));
  });

  it.each(writes)('$name: every answer that it changed goes stale', async ({ name, entry }) => {
    const found: (typeof readings)[] = [];
    const run = async (targets: Targets) => {
      const changed = await changedBy(entry, targets);
      if (changed) found.push(changed);
    };
    await run(await linked(await newTargets()));
    // What links refuse, or what is a link itself.
    if (!found[0]?.length) await run(await newTargets());
    // Who ends their own sessions reads nothing more.
    if (kindsNamedBy(entry).includes('user') && !name.startsWith('session.'))
      await run(await newTargets({ user: self }));
    expect(found.length).toBeGreaterThan(0);
    const changed = found.flat();
    for (const reading of changed) seen.add(`${reading.name} ${entry.area}`);
    expect(
      changed.filter((reading) => !isStaleAfter(reading.entry, entry.area)).map((reading) => reading.name),
    ).toEqual([]);
  });
});

it('nothing is called embedded that no change was seen to reach', () => {
  const pairs = readings.flatMap(({ name, entry: { embeds } }) =>
    embeds && embeds !== 'all' ? embeds.map((one) => `${name} ${one}`) : [],
  );
  expect(pairs.length).toBeGreaterThan(5);
  expect(pairs.filter((pair) => !seen.has(pair))).toEqual([]);
});
