/** Sends invalid requests to each endpoint of the contract. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { unsubscribe } from '#contract/broadcast/endpoints.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { everyEndpoint } from './endpoints.ts';
import { brokenBodies, brokenPath, brokenQueries, foreignTypes, hostileHeaders } from './hostile.ts';
import { Probe, type Request, faultOf } from './probe.ts';
import { fillTenants } from '#shared/testing/sample.ts';
import { shapeOf, type WireInput } from './valid-input.ts';

const endpoints = await everyEndpoint();
/** Endpoints with files have their own tests. */
const withBody = endpoints.filter(({ entry }) => entry.body && !entry.filePart);

let test: TestApp;
let probe: Probe;
beforeAll(async () => {
  test = await testApp();
  await fillTenants(test.sql);
  await test.as('superadmin');
  probe = new Probe(test);
});
afterAll(() => test.close());

interface Try extends Request {
  /** Description of the change, for the report. */
  what: string;
  /** The only accepted status; without it, anything but a fault. */
  must?: number | undefined;
}

/**
 * Sends each request; returns faults: a 5xx, a reply outside the contract, or a row changed by a refused or reading
 * call. Accepted requests may change rows; the next request then uses fresh ones. Refused ones are sent a second time,
 * so that the rows, whose count takes longer than a call, are counted once for all of them.
 */
async function faults(entry: Endpoint, tries: (input: WireInput) => Try[]): Promise<string[]> {
  const found: string[] = [];
  let input = await probe.prepare(entry);
  const all = tries(input);
  const harmless = all.filter((one) => isHarmless(entry, one));
  for (const one of all.filter((other) => !isHarmless(entry, other))) {
    found.push(...(await faultsOf(entry, input, one)));
    if (lastStatus >= 400) harmless.push(one);
    else input = await probe.prepare(entry);
  }
  await probe.changedTables();
  for (const one of harmless) found.push(...(await faultsOf(entry, input, one)));
  const changed = await probe.changedTables();
  if (changed.length > 0) found.push(`rows of ${changed.join(', ')} were changed by what was refused or only read`);
  return found;
}

/** Whether the request must change no row, whatever the reply. */
const isHarmless = (entry: Endpoint, { must }: Try) => must !== undefined || entry.method === 'GET';

let lastStatus = 0;

async function faultsOf(entry: Endpoint, input: WireInput, { what, must, ...request }: Try): Promise<string[]> {
  const answer = await probe.send(entry, input, request);
  lastStatus = answer.status;
  if (entry.area === 'auth') await test.sql('delete from sign_in_failure');
  const fault = faultOf(entry, answer);
  if (fault) return [`${what}: ${fault}`];
  return must !== undefined && answer.status !== must ? [`${what}: ${answer.status} and not ${must}`] : [];
}

const short = (text: string | Buffer) => (typeof text === 'string' ? text : text.toString('hex')).slice(0, 60);

function badQueries(entry: Endpoint): Try[] {
  const keys = shapeOf(entry.query).map(([key]) => key);
  const required = keys.includes('q') ? 'q=a&' : '';
  return brokenQueries(keys).map((query) => ({ what: short(query), query: `${required}${query}` }));
}

const badPaths = (entry: Endpoint): Try[] =>
  shapeOf(entry.params).flatMap(([key]) =>
    brokenPath.map((raw) => ({ what: `${key} = ${short(raw)}`, params: { [key]: raw } })),
  );

/** Fields that nobody can set: they are ignored, so the call succeeds and changes none of them. */
const smuggled = {
  id: '01890000-0000-7000-8000-00000000000f',
  tenant: 'cyber',
  role: 'superadmin',
  version: 99,
  passwordHash: 'x',
  password_hash: 'x',
  totalCourses: 99,
  isActive: true,
  is_active: true,
};

describe.each(endpoints)('$name', ({ entry }) => {
  it('handles broken paths and queries without a fault, and changes nothing', async () => {
    expect(await faults(entry, () => [...badPaths(entry), ...badQueries(entry)])).toEqual([]);
  });
});

/** Headers depend on the endpoint's declarations: one endpoint represents all with the same. */
const byHeaders = Object.values(
  Object.groupBy(endpoints, ({ entry: { method, versioned, creates, stepUp, roles } }) =>
    [method === 'GET', versioned, creates, stepUp, roles === 'public'].join(),
  ),
).flatMap((same = []) => same.slice(0, 1));

describe.each(byHeaders)('$name', ({ entry }) => {
  it('handles hostile headers without a fault', async () => {
    const headers = hostileHeaders.map((header) => ({ what: short(JSON.stringify(header)), headers: header }));
    expect(await faults(entry, () => headers)).toEqual([]);
  });
});

describe.each(withBody)('$name', ({ entry }) => {
  it('refuses bodies that are not JSON', async () => {
    // Any body is invalid where the contract declares none.
    const needsNone = entry.body?.safeParse(undefined).success;
    const mustNot = brokenBodies.filter((payload) => !(needsNone && payload === ''));
    expect(await faults(entry, () => mustNot.map((payload) => ({ what: short(payload), payload, must: 400 })))).toEqual(
      [],
    );
  });

  it('refuses other content types, and bodies that are too large', async () => {
    // Mail clients send a form (RFC 8058), whose content is checked.
    const mustOf = (type: string) =>
      entry === unsubscribe && type === 'application/x-www-form-urlencoded' ? 400 : 415;
    const types = foreignTypes.map((type) => ({ what: type, headers: { 'content-type': type }, must: mustOf(type) }));
    const large = { what: 'large', payload: JSON.stringify({ id: 'x'.repeat(5 * 1024 * 1024) }), must: 413 };
    expect(await faults(entry, () => [...types, large])).toEqual([]);
  });
});

/** Whether fields that the body does not have are refused instead of ignored. */
const refusesOthers = ({ body }: Endpoint) => body instanceof z.ZodObject && body.def.catchall instanceof z.ZodNever;

const withFields = withBody.filter(({ entry }) => shapeOf(entry.body).length > 0);

/** Undoes what calls are for, here and in the tests before: activating discounts, and giving roles. */
async function putBack() {
  await test.sql('update discount set is_active = false where is_active');
  await test.sql(`update "user" set role = 'member' where role = 'superadmin' and email not like '%@tests.test'`);
}

describe.each(withFields)('$name', ({ entry }) => {
  it('ignores or refuses fields that cannot be set', async () => {
    const input = await probe.prepare(entry);
    await putBack();
    const owned = new Set(shapeOf(entry.body).map(([key]) => key));
    const extra = Object.fromEntries(Object.entries(smuggled).filter(([key]) => !owned.has(key)));
    const answer = await probe.send(entry, input, { payload: JSON.stringify({ ...(input.body as object), ...extra }) });
    expect([answer.status, faultOf(entry, answer)]).toEqual([
      refusesOthers(entry) ? 400 : (entry.success ?? 200),
      undefined,
    ]);
    if (entry.url.startsWith('/admin/batch/') || owned.has('role')) await putBack();
    expect(
      await test.sql(
        `select 'user' as what, email from "user" where (role = 'superadmin' and email not like '%@tests.test') or password_hash = 'x' or total_courses = 99 or version = 99
      union all select 'discount', name from discount where is_active or version = 99 union all select 'course', name from course where version = 99 or id = $1`,
        [smuggled.id],
      ),
    ).toEqual([]);
  });
});
