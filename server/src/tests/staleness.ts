/**
 * Tests that every reply that a write changes is stale according to the contract. Each test file covers the writes of
 * some areas, because writes add records, which makes reading every page of every list slower.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textKindOf } from '#contract/fields.ts';
import type { Area, Endpoint } from '#contract/kernel.ts';
import { isStaleAfter } from '#contract/staleness.ts';
import { searchEverything } from '#contract/search.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { everyEndpoint } from './endpoints.ts';
import { Probe } from './probe.ts';
import { type Ids, addRecords, fillTenant, linkRecords, linkTables } from '#shared/testing/sample.ts';
import {
  columnsFor,
  namePart,
  kindsNamedBy,
  prepareRecords,
  placeholders,
  shapeOf,
  validInput,
} from './valid-input.ts';

const endpoints = await everyEndpoint();
const readings = endpoints.filter(({ entry }) => entry.method === 'GET');
const writes = endpoints.filter(({ entry }) => entry.method !== 'GET');

/** Areas by test file; the file `others` covers all other areas. */
const parts = {
  courses: ['course', 'video'],
  discounts: ['discount', 'product', 'learning-path'],
  vouchers: ['voucher', 'order', 'subscription'],
};

/** Returns whether an area belongs to a part. */
function areasOf(part: keyof typeof parts | 'others'): (area: string) => boolean {
  const own = part === 'others' ? Object.values(parts).flat() : parts[part];
  return (area) => own.includes(area) !== (part === 'others');
}

let test: TestApp;
let probe: Probe;
let self: string;
/** Observed changes, such as `course.getCourse discount`: a write of the area discount changed that reply. */
const seen = new Set<string>();

/** A record of each kind, suitable for the endpoint; the discount is in force, so that prices depend on it. */
async function newTargets(entry: Endpoint): Promise<Ids> {
  const columns = columnsFor(entry);
  const inForce = {
    ...columns,
    discount: { ...columns.discount, is_active: true },
    // An export can only be read by its owner.
    export: { user_id: self },
  };
  const targets = { ...placeholders, ...(await addRecords(test.sql, 'coding', undefined, inForce)) };
  // A tracked order names its course without a foreign key.
  await test.sql(
    `insert into chase_document (tenant, id, ordered_at, course_id) values ('coding', $1, now(), $1::text::uuid)`,
    [targets.course],
  );
  // A lesson names its video by the URL of the upload.
  await test.sql('update lesson set video_source = (select url from upload where id = $2) where id = $1', [
    targets.lesson,
    targets.upload,
  ]);
  return targets;
}

async function linked(targets: Ids): Promise<Ids> {
  await linkRecords(test.sql, 'coding', targets);
  return targets;
}

type Readings = typeof readings;

/**
 * Readings to compare for writes of the area: those that must not change, and those that embed the area and were not
 * seen to change yet. Reading takes most of the time, and for all others a change proves nothing.
 */
const comparedFor = (area: Area): Readings =>
  readings.filter(({ name, entry }) => {
    const isEmbedded = entry.embeds !== 'all' && entry.embeds?.includes(area);
    return !isStaleAfter(entry, area) || (isEmbedded && !seen.has(`${name} ${area}`));
  });

/** Replies about these records that a superadmin can read, with every page of lists; by endpoint. */
async function answers(targets: Ids, compared: Readings): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  const read = async ({ name, entry }: Readings[number]) => {
    const input = validInput(entry, targets);
    for (const [key, schema] of shapeOf(entry.query)) {
      if (key === 'pageSize') input.query[key] = '100';
      if (key in input.query && (textKindOf(schema) === 'name' || entry === searchEverything))
        input.query[key] = namePart;
    }
    const isPaged = shapeOf(entry.query).some(([key]) => key === 'page');
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
  for (let at = 0; at < compared.length; at += 8) await Promise.all(compared.slice(at, at + 8).map(read));
  return all;
}

interface Run {
  /** Compared readings whose replies changed. */
  changed: Readings;
  hasWritten: boolean;
}

/** Effects of a successful run; undefined if the run was refused. */
async function effectsOf(entry: Endpoint, targets: Ids): Promise<Run | undefined> {
  const input = entry.area === 'auth' ? await probe.prepare(entry) : validInput(entry, targets);
  await prepareRecords(test.sql, entry, 'coding', targets);
  const compared = comparedFor(entry.area);
  const before = await answers(targets, compared);
  await probe.hasChanged();
  const { status } = await probe.send(entry, input);
  if (status >= 400) return undefined;
  const hasWritten = await probe.hasChanged();
  const after = await answers(targets, compared);
  return { changed: compared.filter(({ name }) => before.get(name) !== after.get(name)), hasWritten };
}

/** Defines the tests of a part. */
export function testStaleness(part: keyof typeof parts | 'others'): void {
  const isOwn = areasOf(part);
  beforeAll(async () => {
    test = await testApp();
    await fillTenant(test.sql, 'coding');
    probe = new Probe(test);
    self = (await test.as('superadmin')).userId;
    seen.clear();
  });
  afterAll(() => test.close());

  describe('the changes of an endpoint', () => {
    it('include links between records', async () => {
      expect((await linkTables(test.sql)).map(({ table }) => table)).toEqual(
        expect.arrayContaining(['discount_course', 'course_user']),
      );
    });

    it.each(writes.filter(({ entry }) => isOwn(entry.area)))(
      '$name: makes every reply stale that it changed',
      async ({ name, entry }) => {
        const found: Run[] = [];
        const run = async (targets: Ids) => {
          const effects = await effectsOf(entry, targets);
          if (effects) found.push(effects);
        };
        await run(await linked(await newTargets(entry)));
        // Again with new records for calls that links refuse, or that change links.
        if (!found[0]?.hasWritten) await run(await newTargets(entry));
        // Ending all own sessions makes later reads fail.
        if (kindsNamedBy(entry).includes('user') && !name.startsWith('session.'))
          await run({ ...(await newTargets(entry)), user: self });
        expect(found.length).toBeGreaterThan(0);
        const changed = found.flatMap((one) => one.changed);
        for (const reading of changed) seen.add(`${reading.name} ${entry.area}`);
        expect(
          changed.filter((reading) => !isStaleAfter(reading.entry, entry.area)).map((reading) => reading.name),
        ).toEqual([]);
      },
    );
  });

  it('every embedded area changed at least one reply', () => {
    const pairs = readings.flatMap(({ name, entry: { embeds } }) =>
      embeds && embeds !== 'all' ? embeds.filter(isOwn).map((one) => `${name} ${one}`) : [],
    );
    expect(pairs.length).toBeGreaterThan(3);
    expect(pairs.filter((pair) => !seen.has(pair))).toEqual([]);
  });
}
