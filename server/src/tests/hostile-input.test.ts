/** Sends each endpoint of the contract what it must refuse. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/kernel.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { everyEndpoint } from './endpoints.ts';
import { brokenBodies, foreignTypes, hostileHeaders, hostileJson, hostilePath, hostileQuery } from './hostile.ts';
import { Probe, type Request, faultOf } from './probe.ts';
import { fillTenants } from '#shared/testing/sample.ts';
import { shapeOf, type WireInput } from './valid-input.ts';

const endpoints = await everyEndpoint();
/** What takes files has its own proofs. */
const withBody = endpoints.filter(({ entry }) => entry.body && !entry.filePart);

/** Chooses the values that an endpoint of many fields is tried with; another seed tries others. */
const seed = Number(process.env['SEED'] ?? 20_261_121);
const most = { fields: 120, queries: 40, paths: 14, headers: 10 };

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
  /** What was done to the valid input, for the report. */
  what: string;
  /** The only status that will do; without it, anything but a fault. */
  must?: number | undefined;
}

/**
 * Sends each and answers what went wrong: a 5xx, an answer outside the contract, a row changed by what was refused or
 * only read. What is accepted may change rows; the next try is made on fresh ones.
 */
async function faults(entry: Endpoint, tries: (input: WireInput) => Try[]): Promise<string[]> {
  const found: string[] = [];
  let input = await probe.prepare(entry);
  const all = tries(input);
  const isHarmless = ({ must }: Try) => must !== undefined || entry.method === 'GET';
  await probe.hasChanged();
  for (const one of all.filter(isHarmless)) found.push(...(await faultsOf(entry, input, one)));
  if (await probe.hasChanged()) found.push('rows were changed by what was refused or only read');
  for (const one of all.filter((other) => !isHarmless(other))) {
    found.push(...(await faultsOf(entry, input, one)));
    if (!(await probe.hasChanged())) continue;
    if (lastStatus >= 400) found.push(`${one.what}: ${lastStatus}, and rows were changed`);
    input = await probe.prepare(entry);
    await probe.hasChanged();
  }
  return found;
}

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

/** A small generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function dice(state: number): () => number {
  let now = state;
  return () => {
    now = (now + 0x6d2b79f5) | 0;
    let t = Math.imul(now ^ (now >>> 15), 1 | now);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function some<T>(all: readonly T[], count: number): T[] {
  const roll = dice(seed);
  return all
    .map((one) => [roll(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, one]) => one);
}

/** The contract's own schema is the judge of what must be refused. */
function judged(entry: Endpoint, payload: string): number | undefined {
  return entry.body?.safeParse(JSON.parse(payload)).success ? undefined : 400;
}

/** The body with the value at `key` as this raw text; without it when undefined. */
function bodyWith(input: WireInput, key: string, raw: string | undefined): string {
  const fields = {
    ...Object.fromEntries(Object.entries(input.body as object).map(([name, value]) => [name, JSON.stringify(value)])),
    [key]: raw,
  };
  return `{${Object.entries(fields)
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`;
}

function badFields(entry: Endpoint, input: WireInput): Try[] {
  const keys = shapeOf(entry.body).map(([key]) => key);
  const all = keys.flatMap((key) => [undefined, ...hostileJson].map((raw) => ({ key, raw })));
  return some(all, most.fields).map(({ key, raw }) => {
    const payload = bodyWith(input, key, raw);
    return { what: `${key} = ${short(raw ?? 'missing')}`, payload, must: judged(entry, payload) };
  });
}

function badQueries(entry: Endpoint): Try[] {
  const keys = [...shapeOf(entry.query).map(([key]) => key), '__proto__', 'constructor'];
  const required = shapeOf(entry.query).some(([key]) => key === 'q') ? 'q=a&' : '';
  const queries = keys.flatMap((key) => [
    ...hostileQuery.map((raw) => `${key}=${raw}`),
    key,
    `${key}=1&${key}=2`,
    `${key}[]=1`,
    `${key}[a]=1`,
  ]);
  return some([...queries, '?', '&&&', '='.repeat(100), 'a=1&'.repeat(2_000)], entry.query ? most.queries : 6).map(
    (query) => ({ what: short(query), query: `${required}${query}` }),
  );
}

const badPaths = (entry: Endpoint): Try[] =>
  shapeOf(entry.params).flatMap(([key]) =>
    some(hostilePath, most.paths).map((raw) => ({ what: `${key} = ${short(raw)}`, params: { [key]: raw } })),
  );

/** Fields that are nobody's to set: they are passed over, so the answer is a success that changes none of them. */
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

describe.each(endpoints)(`$name (seed ${seed})`, ({ entry }) => {
  it('meets bad paths, queries and headers with a refusal or an answer, and changes nothing by them', async () => {
    const headers = some(hostileHeaders, most.headers).map((header) => ({
      what: short(JSON.stringify(header)),
      headers: header,
    }));
    expect(await faults(entry, () => [...badPaths(entry), ...badQueries(entry), ...headers])).toEqual([]);
  });
});

const withFields = withBody.filter(({ entry }) => shapeOf(entry.body).length > 0);

describe.each(withBody)(`$name (seed ${seed})`, ({ entry }) => {
  it('refuses every field that its schema refuses, and takes the rest', async () => {
    expect(await faults(entry, (input) => badFields(entry, input))).toEqual([]);
  });

  it('refuses what is no JSON object of the contract', async () => {
    expect(
      await faults(entry, () => brokenBodies.map((payload) => ({ what: short(payload), payload, must: 400 }))),
    ).toEqual([]);
  });

  it('refuses other content types, and what is too large', async () => {
    const types = foreignTypes.map((type) => ({ what: type, headers: { 'content-type': type }, must: 415 }));
    const large = { what: 'large', payload: JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), must: 413 };
    expect(await faults(entry, () => [...types, large])).toEqual([]);
  });
});

describe.each(withFields)(`$name (seed ${seed})`, ({ entry }) => {
  it('lets nobody set more than its fields', async () => {
    const input = await probe.prepare(entry);
    const owned = new Set(shapeOf(entry.body).map(([key]) => key));
    const extra = Object.fromEntries(Object.entries(smuggled).filter(([key]) => !owned.has(key)));
    const answer = await probe.send(entry, input, { payload: JSON.stringify({ ...(input.body as object), ...extra }) });
    expect([answer.status, faultOf(entry, answer)]).toEqual([entry.success ?? 200, undefined]);
    expect(
      await test.sql(
        `select 1 from "user" where (role = 'superadmin' and email not like '%@tests.test') or password_hash = 'x' or total_courses = 99 or version = 99
      union all select 1 from discount where is_active or version = 99 union all select 1 from course where version = 99 or id = $1`,
        [smuggled.id],
      ),
    ).toEqual([]);
  });
});
