/**
 * Proves by trying that what a write changes elsewhere is what the contract calls stale. Each test file proves the
 * writes of some areas: they add records, so every page of every list takes longer to read with each write.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textKindOf } from '#contract/fields.ts';
import type { Endpoint } from '#contract/kernel.ts';
import { isStaleAfter } from '#contract/staleness.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { everyEndpoint } from './endpoints.ts';
import { Probe } from './probe.ts';
import { type Ids, addRecords, fillTenant, linkRecords, linkTables } from '#shared/testing/sample.ts';
import { givenFor, inNames, kindsNamedBy, makeReady, placeholders, shapeOf, validInput } from './valid-input.ts';

const endpoints = await everyEndpoint();
const readings = endpoints.filter(({ entry }) => entry.method === 'GET');
const writes = endpoints.filter(({ entry }) => entry.method !== 'GET');

/** Areas with a test file of their own; the file `others` takes all other areas. */
const parts = {
  courses: ['course', 'video'],
  discounts: ['discount', 'product', 'learning-path'],
  vouchers: ['voucher', 'order', 'subscription'],
};

/** True for the areas of a part. */
function areasOf(part: keyof typeof parts | 'others'): (area: string) => boolean {
  const own = part === 'others' ? Object.values(parts).flat() : parts[part];
  return (area) => own.includes(area) !== (part === 'others');
}

let test: TestApp;
let probe: Probe;
let self: string;
/** `course.getCourse discount`: a write of the area discount was seen to change that answer. */
const seen = new Set<string>();

/** A record of each kind, fit for the endpoint; the discount is in force, so that prices follow it. */
async function newTargets(entry: Endpoint): Promise<Ids> {
  const given = givenFor(entry);
  const inForce = {
    ...given,
    discount: { ...given.discount, is_active: true },
    // Nobody reads an export that somebody else began.
    export: { user_id: self },
  };
  return { ...placeholders, ...(await addRecords(test.sql, 'coding', undefined, inForce)) };
}

async function linked(targets: Ids): Promise<Ids> {
  await linkRecords(test.sql, 'coding', targets);
  return targets;
}

/** Each answer that a superadmin can read of these records, and of lists every page; by endpoint. */
async function answers(targets: Ids): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  const read = async ({ name, entry }: (typeof readings)[number]) => {
    const input = validInput(entry, targets);
    for (const [key, schema] of shapeOf(entry.query)) {
      if (key === 'pageSize') input.query[key] = '100';
      if (key in input.query && textKindOf(schema) === 'name') input.query[key] = inNames;
    }
    // What every change makes stale needs no second page.
    const isPaged = entry.embeds !== 'all' && shapeOf(entry.query).some(([key]) => key === 'page');
    const pages: unknown[] = [];
    let isMore = true;
    while (isMore) {
      const { body } = await probe.send(entry, input);
      pages.push(body);
      const { totalItems = 0, page = 1, pageSize = 0 } = body as Partial<Record<string, number>>;
      isMore = isPaged && page * pageSize < totalItems;
      if (isMore) input.query['page'] = String(page + 1);
    }
    all.set(
      name,
      JSON.stringify(pages, (key, value: unknown) => (key === 'requestId' ? undefined : value)),
    );
  };
  // Some at a time: reading is most of what these proofs do.
  for (let at = 0; at < readings.length; at += 8) await Promise.all(readings.slice(at, at + 8).map(read));
  return all;
}

/** The readings whose answers a successful run changed; undefined when it was refused. */
async function changedBy(entry: Endpoint, targets: Ids): Promise<typeof readings | undefined> {
  const input = entry.area === 'auth' ? await probe.prepare(entry) : validInput(entry, targets);
  await makeReady(test.sql, entry, 'coding', targets);
  const before = await answers(targets);
  const { status } = await probe.send(entry, input);
  if (status >= 400) return undefined;
  const after = await answers(targets);
  return readings.filter(({ name }) => before.get(name) !== after.get(name));
}

/** Defines the tests of a part. */
export function proveStaleness(part: keyof typeof parts | 'others'): void {
  const isOwn = areasOf(part);
  beforeAll(async () => {
    test = await testApp();
    await fillTenant(test.sql, 'coding');
    probe = new Probe(test);
    self = (await test.as('superadmin')).userId;
    seen.clear();
  });
  afterAll(() => test.close());

  describe('what an endpoint changes', () => {
    it('is looked for in links between records too', async () => {
      expect((await linkTables(test.sql)).map(({ table }) => table)).toEqual(
        expect.arrayContaining(['discount_course', 'course_user']),
      );
    });

    it.each(writes.filter(({ entry }) => isOwn(entry.area)))(
      '$name: every answer that it changed goes stale',
      async ({ name, entry }) => {
        const found: (typeof readings)[] = [];
        const run = async (targets: Ids) => {
          const changed = await changedBy(entry, targets);
          if (changed) found.push(changed);
        };
        await run(await linked(await newTargets(entry)));
        // What links refuse, or what is a link itself.
        if (!found[0]?.length) await run(await newTargets(entry));
        // Who ends their own sessions reads nothing more.
        if (kindsNamedBy(entry).includes('user') && !name.startsWith('session.'))
          await run({ ...(await newTargets(entry)), user: self });
        expect(found.length).toBeGreaterThan(0);
        const changed = found.flat();
        for (const reading of changed) seen.add(`${reading.name} ${entry.area}`);
        expect(
          changed.filter((reading) => !isStaleAfter(reading.entry, entry.area)).map((reading) => reading.name),
        ).toEqual([]);
      },
    );
  });

  it('nothing is called embedded that no change was seen to reach', () => {
    const pairs = readings.flatMap(({ name, entry: { embeds } }) =>
      embeds && embeds !== 'all' ? embeds.filter(isOwn).map((one) => `${name} ${one}`) : [],
    );
    expect(pairs.length).toBeGreaterThan(3);
    expect(pairs.filter((pair) => !seen.has(pair))).toEqual([]);
  });
}
