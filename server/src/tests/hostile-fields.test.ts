/** Tests every field of the contract with all values that its kind must refuse, alone and with every other field. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { day, instant, link, name, ownerOf } from '#contract/kernel/fields.ts';
import { putAttendance } from '#contract/integration/attendance.ts';
import { putProgress } from '#contract/integration/learning.ts';
import { type Endpoint, endpoint } from '#contract/kernel/endpoint.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { type ContractField, fieldsOf, nameOf } from './contract-fields.ts';
import { everyEndpoint } from './endpoints.ts';
import { type Hostile, classOf, hostilePairs, hostileValues, withHostile } from './hostile-requests.ts';
import { highest, missing } from './must-refuse.ts';
import { type Answered, Probe, faultOf } from './probe.ts';
import { addRecord, fillTenants } from '#shared/testing/sample.ts';
import { type WireInput, placeholders, validInput } from './valid-input.ts';

// A call with many fields is sent several hundred times; an aborted test would run on into the next.
vi.setConfig({ testTimeout: 120_000 });

const named = await everyEndpoint();
/** A link that is listed from both ends has the same calls. */
const endpoints = named.filter(({ entry }, index) => named.findIndex((one) => one.entry === entry) === index);
const withFields = endpoints.filter(({ entry }) => fieldsOf(entry).length > 0);

let app: TestApp;
let probe: Probe;
beforeAll(async () => {
  app = await testApp();
  await fillTenants(app.sql);
  await app.as('superadmin');
  probe = new Probe(app);
});
afterAll(() => app.close());

const short = (value: unknown) =>
  (typeof value === 'symbol' ? String(value) : (JSON.stringify(value) ?? String(value))).slice(0, 60);
const describeValues = (all: readonly Hostile[]) =>
  all.map(({ field, value }) => `${nameOf(field)} = ${short(value)}`).join(' and ');

/**
 * An error path may name the element of a list, or the invalid part of a field; for a missing field of a union, that of
 * the other option.
 */
function isAt(path: string, { field, value }: Hostile): boolean {
  const keys = value === missing && field.chosen.length > 0 ? field.path.slice(0, -1) : field.path;
  return path === keys.join('.') || (path.startsWith(keys.map((key) => `${key}.`).join('')) && field.path.length > 0);
}

const pathsOf = ({ body }: Answered) =>
  ((body as { errors?: { path: string }[] }).errors ?? []).map(({ path }) => path);

/** A field of one option of a union while the discriminator is invalid too: its error is undetermined. */
const isUndecided = ({ field }: Hostile, all: readonly Hostile[]) =>
  field.chosen.some(({ path, option }) =>
    all.some(
      ({ field: other }) =>
        other !== field &&
        other.kind === 'choice' &&
        other.path.slice(0, -1).join() === path.join() &&
        other.chosen.some((one) => one.option === option),
    ),
  );

/**
 * Fault of a refusal. Params are validated first, then the body, then the query; all errors of the first invalid part
 * are reported.
 */
function faultIn(entry: Endpoint, all: readonly Hostile[], answer: Answered): string | undefined {
  const fault = faultOf(entry, answer);
  if (fault ?? answer.status !== 400) return fault ?? `${answer.status} and not 400`;
  const part = (['params', 'body', 'query'] as const).find((one) => all.some(({ field }) => field.part === one));
  const paths = pathsOf(answer);
  const forgotten = all.filter(
    (one) => one.field.part === part && !isUndecided(one, all) && !paths.some((path) => isAt(path, one)),
  );
  return forgotten.length > 0 ? `names ${paths.join(', ') || 'nothing'}, not ${describeValues(forgotten)}` : undefined;
}

/** Maximum number of reported faults. */
const limit = 20;

/** Faults of the refusals; afterwards the same valid input must be accepted. */
async function faults(entry: Endpoint, rowsFor: (base: WireInput) => Hostile[][]): Promise<string[]> {
  const base = await probe.prepare(entry);
  const rows = rowsFor(base);
  const found: string[] = [];
  await probe.changedTables();
  for (const row of rows) {
    const { input, query } = withHostile(base, row);
    const fault = faultIn(entry, row, await probe.send(entry, input, { query }));
    if (fault) found.push(`${describeValues(row)}: ${fault}`);
    if (found.length === limit) break;
  }
  const changed = await probe.changedTables();
  if (changed.length > 0) found.push(`rows of ${changed.join(', ')} were changed by what was refused`);
  const { status } = await probe.send(entry, base);
  return status === (entry.success ?? 200) ? found : [...found, `valid input: ${status}`];
}

describe('every field of the contract', () => {
  const fields = endpoints.flatMap(({ name, entry }) => fieldsOf(entry).map((field) => ({ name, field })));
  const those = (isMeant: (field: ContractField) => boolean) =>
    fields.filter(({ field }) => isMeant(field)).map(({ name, field }) => `${name}: ${nameOf(field)}`);

  it('has a kind with a list of invalid values', () => {
    expect(those(({ kind }) => kind === undefined)).toEqual([]);
  });

  it('has a limit if it is a text, a number or a list, and not above that of its kind', () => {
    expect(those(({ kind, max = Infinity }) => kind !== undefined && max > (highest[kind] ?? Infinity))).toEqual([]);
    expect(those(({ kind, min = -1 }) => kind === 'number' && min < 0)).toEqual([]);
  });
});

describe('requests', () => {
  const odd = z.object({
    what: z.string(),
    amount: z.number(),
    any: z.unknown(),
    by: z.record(z.string(), day),
    more: z.looseObject({}),
    else: name(1, 9).catch(''),
  });
  const made = endpoint({
    area: 'course',
    method: 'POST',
    url: '/made/:type/',
    roles: 'public',
    params: z.object({ type: z.enum(['flexy']) }),
    body: z.object({
      place: z.discriminatedUnion('type', [
        z.object({ type: z.literal('hall'), name: name(1, 50) }),
        z.object({ type: z.literal('meeting'), url: link, startAt: instant.nullable().optional() }),
      ]),
      days: z
        .array(z.object({ on: day }))
        .max(7)
        .nullable(),
    }),
    reply: z.object({}),
  });

  it('include fields in lists, nullable objects and each option of a union, and unknown kinds', () => {
    expect(fieldsOf(made).map((field) => `${nameOf(field)}: ${field.kind}`)).toEqual([
      'params.type: choice',
      'body: object',
      'body.place: object',
      'body.place.type: choice',
      'body.place.name: name',
      'body.place: object',
      'body.place.type: choice',
      'body.place.url: link',
      'body.place.startAt: moment',
      'body.days: list',
      'body.days.0: object',
      'body.days.0.on: day',
    ]);
    const unknown = fieldsOf({ ...made, body: odd }).filter(({ kind }) => kind === undefined);
    expect(unknown.map(nameOf)).toEqual(Object.keys(odd.shape).map((key) => `body.${key}`));
  });

  it('put each field into valid input of the option that has it', () => {
    const base = validInput(made, placeholders);
    const all = hostileValues(made, base).filter(({ value }) => value === 'infinity');
    expect(all.map((one) => withHostile(base, [one]).input.body)).toEqual([
      { place: { type: 'meeting', url: 'https://sample.test/a', startAt: 'infinity' }, days: [{ on: '2026-01-02' }] },
      { place: { type: 'hall', name: expect.stringMatching(/^NAMA\d+$/) }, days: [{ on: 'infinity' }] },
    ]);
  });

  const within = (one: ContractField, other: ContractField) =>
    one.part === other.part && other.path.slice(0, one.path.length).join() === one.path.join();
  /** Fields that no input has together: one contains the other, or they belong to different options of a union. */
  const excludes = (one: ContractField, other: ContractField) =>
    within(one, other) ||
    within(other, one) ||
    one.chosen.some(({ path, option }) =>
      other.chosen.some((chosen) => chosen.path.join() === path.join() && chosen.option !== option),
    );

  it.each([...withFields, { name: 'a made-up one', entry: made }])(
    'combine every two classes of invalid values in every two fields: $name',
    ({ entry }) => {
      const values = hostileValues(entry, validInput(entry, placeholders));
      const fields = [...new Set(values.map(({ field }) => field))];
      const keyOf = (one: Hostile) => `${fields.indexOf(one.field)} ${classOf(one)}`;
      const classes = [...new Map(values.map((one) => [keyOf(one), one]))];
      // Numbers, because the largest forms have millions of pairs.
      const places = new Map(classes.map(([key], place) => [key, place]));
      const placeOf = new Map(values.map((one) => [one, places.get(keyOf(one))!]));
      const met = new Set<number>();
      const pairOf = (one: number, other: number) => one * classes.length + other;
      for (const row of hostilePairs(values)) {
        // Of two invalid parts only one is reported.
        const isOnePart = new Set(row.map(({ field }) => field.part)).size === 1;
        for (const one of row)
          for (const other of row)
            if (isOnePart || one.field.part !== other.field.part)
              met.add(pairOf(placeOf.get(one)!, placeOf.get(other)!));
      }
      const forgotten = classes.flatMap(([key, { field }], one) =>
        classes
          .filter(([, other], place) => !excludes(field, other.field) && !met.has(pairOf(one, place)))
          .map(([other]) => `${key}, ${other}`),
      );
      expect(forgotten.slice(0, limit)).toEqual([]);
    },
  );
});

describe.each(withFields)('$name', ({ entry }) => {
  it('refuses in every field the values that its kind must refuse, and names the field', async () => {
    expect(await faults(entry, (base) => hostileValues(entry, base).map((one) => [one]))).toEqual([]);
  });

  it('refuses every two of them together, and names each', async () => {
    expect(await faults(entry, (base) => hostilePairs(hostileValues(entry, base)))).toEqual([]);
  });
});

/** Keys that would change an object's prototype. */
const poison = ['{"__proto__":{"role":"superadmin"}}', '{"constructor":{"prototype":{"role":"superadmin"}}}'];
const objectsOf = (entry: Endpoint) => fieldsOf(entry).filter(({ kind }) => kind === 'object');

describe.each(endpoints.filter(({ entry }) => objectsOf(entry).length > 0))('$name', ({ entry }) => {
  it('refuses keys that change the prototype, at any depth', async () => {
    const base = await probe.prepare(entry);
    await probe.changedTables();
    for (const field of objectsOf(entry))
      for (const value of poison) {
        const { input } = withHostile(base, [{ field, value: JSON.parse(value) }]);
        expect([nameOf(field), (await probe.send(entry, input)).status]).toEqual([nameOf(field), 400]);
      }
    expect(await probe.changedTables()).toEqual([]);
  });
});

/** Ids of the path and the body; an id in a query only narrows the result. */
const idsOf = (entry: Endpoint) =>
  fieldsOf(entry).filter(({ part, kind, schema }) => part !== 'query' && kind === 'id' && ownerOf(schema));

/** Items are refused one by one, with 200. */
const isByItem = (entry: Endpoint) => entry === putProgress || entry === putAttendance;

describe.each(endpoints.filter(({ entry }) => idsOf(entry).length > 0 && !isByItem(entry)))('$name', ({ entry }) => {
  it.each(idsOf(entry).map((field) => [nameOf(field), field] as const))(
    'refuses the id of another brand’s record and of no record in %s',
    async (_, field) => {
      const base = await probe.prepare(entry);
      const kind = ownerOf(field.schema)!;
      const ids = [await addRecord(app.sql, kind, 'cyber'), placeholders[kind]];
      await probe.changedTables();
      for (const value of ids) {
        const { input } = withHostile(base, [{ field, value }]);
        const answer = await probe.send(entry, input);
        expect([answer.status, faultOf(entry, answer)]).toEqual([field.part === 'params' ? 404 : 400, undefined]);
        if (field.part === 'body')
          expect(pathsOf(answer).some((path) => field.path.join('.').startsWith(path))).toBe(true);
      }
      expect(await probe.changedTables()).toEqual([]);
    },
  );
});
