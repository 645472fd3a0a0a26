/** Tests idempotency keys, If-Match and compressed replies on calls of the contract. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { discounts } from '#contract/discount/endpoints.ts';
import { changeUser } from '#contract/user/endpoints.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { testApp } from './app.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

const draft = { name: 'Promo Lebaran', discount: 10_000, discountType: 1, productType: 'courses' } as const;
const make = async () => (await admin.call(discounts.create, { body: draft })).body.discountId;

describe('Idempotency-Key', () => {
  const create = (key: string, body: object = draft, caller = admin) =>
    caller.call(discounts.create, { body: body as typeof draft }, { headers: { 'idempotency-key': key } });
  const idsOf = async (name: string) =>
    (await test.sql('select id from discount where name = $1 order by id', [name])).map(({ id }) => String(id));

  it('repeats the first response, marks it, and creates nothing more', async () => {
    const body = { ...draft, name: 'Sekali Saja' };
    const [first, second] = [await create('key-1', body), await create('key-1', body)];
    expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(await idsOf('Sekali Saja')).toEqual([first.body.discountId]);
  });

  it('makes a concurrent duplicate wait for the first', async () => {
    const body = { ...draft, name: 'Kembar' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => create('key-2', body)));
    const [id, ...others] = await idsOf('Kembar');
    expect(others).toEqual([]);
    expect(answers.map(({ status, body: { discountId } }) => [status, discountId])).toEqual(
      answers.map(() => [201, id]),
    );
  });

  it('belongs to a user: another user’s equal key is another create', async () => {
    const other = await test.as('superadmin');
    const body = { ...draft, name: 'Dua Orang' };
    const ids = [await create('key-3', body), await create('key-3', body, other)].map(
      (answer) => answer.body.discountId,
    );
    expect(ids).toEqual(await idsOf('Dua Orang'));
    expect(ids).toHaveLength(2);
  });

  it('is refused for a different request', async () => {
    await create('key-4');
    expect(await create('key-4', { ...draft, discount: 1 })).toMatchObject({
      status: 409,
      body: { message: 'This Idempotency-Key was used for something else' },
    });
  });

  it('can be used again when the create was refused', async () => {
    expect((await create('key-5', { ...draft, name: '' })).status).toBe(400);
    const { status, body } = await create('key-5', { ...draft, name: 'Setelah Ditolak' });
    expect([status, await idsOf('Setelah Ditolak')]).toEqual([201, [body.discountId]]);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(201), 'kunci-ñ'])('must be visible characters: %j is refused', async (key) => {
    expect((await create(key)).status).toBe(400);
  });
});

describe('If-Match', () => {
  let id: string;
  beforeEach(async () => {
    id = await make();
    await test.sql(`update discount set name = 'Changed by somebody' where id = $1`, [id]);
  });
  const change = (ifMatch?: string) =>
    admin.call(discounts.update, { params: { id }, body: draft }, ifMatch === undefined ? {} : { ifMatch });

  it.each([
    ['as GET answers it', '"v2"'],
    ['without the v', '"2"'],
    ['weak, as a proxy makes it', 'W/"v2"'],
    ['with spaces', ' "v2" '],
    ['as a star', '*'],
  ])('%s is accepted', async (_, form) => {
    expect(await change(form)).toMatchObject({ status: 200, headers: { etag: '"v3"' } });
  });

  it('may be absent, as in the specification’s calls', async () => {
    expect((await change()).status).toBe(200);
  });

  it.each(['v2', '""', '"v"', '"v2', 'W/v2', '"v2", "v1"', '"v99999999999"'])(
    'is refused when it is not an ETag of this server: %s',
    async (form) => {
      expect(await change(form)).toMatchObject({
        status: 400,
        body: { message: 'If-Match must be an ETag of this record, or *' },
      });
    },
  );

  it('is refused when stale, with who saved first, when, and the current version', async () => {
    await change();
    expect(await change('"v2"')).toMatchObject({
      status: 412,
      body: {
        status: 412,
        message: 'Tester admin saved this first',
        conflict: { by: 'Tester admin', at: expect.stringMatching(/^20.*Z$/), version: 3, isYou: true },
      },
    });
  });

  it('applies to every change of a record, including its switch and its deletion', async () => {
    expect(
      (await admin.call(discounts.setStatus, { params: { id }, body: { status: 1 } }, { ifMatch: '"v1"' })).status,
    ).toBe(412);
    expect((await admin.call(discounts.remove, { params: { id } }, { ifMatch: '"v1"' })).status).toBe(412);
    expect(
      (
        await admin.call(
          changeUser,
          { params: { id: admin.userId }, body: { name: 'Tester admin' } },
          { ifMatch: '"v9"' },
        )
      ).status,
    ).toBe(412);
    expect((await admin.call(discounts.get, { params: { id } })).body).toMatchObject({
      name: 'Changed by somebody',
      status: 0,
      version: 2,
    });
  });

  it('accepts one of many concurrent changes of the same version', async () => {
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => change('"v2"')))).map(
      (answer) => answer.status,
    );
    expect(statuses.toSorted()).toEqual([200, 412, 412, 412, 412, 412]);
  });
});

describe('a long reply', () => {
  const long = (encodings: string) =>
    test.app.inject({
      url: '/api/admin/discount/?pageSize=100',
      headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': encodings },
    });

  it('is compressed for clients that accept gzip, and is the same text for others', async () => {
    await test.sql(`insert into discount (tenant, name, value, discount_type, product_type)
      select 'coding', 'Promo ' || n, 10000, 1, 'courses' from generate_series(1, 90) n`);
    const plain = await long('identity');
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encodings of ['gzip', 'br, GZIP;q=0.5', 'gzip;q=1.0, *;q=0']) {
      const { headers, rawPayload } = await long(encodings);
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(gunzipSync(rawPayload).toString()).toBe(plain.body);
    }
    for (const encodings of ['br', 'gzip;q=0', 'gzip; q=0.0, br', 'br;q=2, x-gzipped'])
      expect((await long(encodings)).body).toBe(plain.body);
  });
});
