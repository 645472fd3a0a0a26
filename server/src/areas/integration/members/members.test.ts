/** Tests members that programs register and correct. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { getMember, putMember } from '#contract/integration/members.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { memberRoutes } from './routes.ts';

let test: TestApp;
let shop: TestCaller;
beforeAll(async () => {
  test = await testAppOf([memberRoutes]);
  shop = await test.asKey(['members:read', 'members:write']);
});
afterAll(() => test.close());

type Body = CallInput<typeof putMember>['body'];
const put = (externalId: string, body: Body, by = shop) => by.call(putMember, { params: { externalId }, body });
const get = (externalId: string, by = shop) => by.call(getMember, { params: { externalId } });
const mails = (email: string) =>
  test
    .sql('select kind from account_mail where email = $1 order by kind', [email])
    .then((rows) => rows.flatMap((row) => Object.values(row)));

describe('a new member', () => {
  it('is created once without a mail, and read by its external id', async () => {
    const body = { name: 'Siti Rahma', email: 'siti@toko.test', phoneNumber: '0812 3456 7890' };
    const first = await put('toko/1 ä', body);
    expect(first).toMatchObject({ status: 200, body: { created: true } });
    expect((await put('toko/1 ä', body)).body).toEqual({ userId: first.body.userId, created: false });
    expect((await get('toko/1 ä')).body).toMatchObject({
      ...body,
      userId: first.body.userId,
      externalId: 'toko/1 ä',
      status: 1,
    });
    expect(await mails('siti@toko.test')).toEqual([]);
    const rows = await test.sql('select role, password_hash, phone_e164, version from "user" where id = $1', [
      first.body.userId,
    ]);
    expect(rows).toEqual([{ role: 'member', password_hash: '', phone_e164: '+6281234567890', version: 1 }]);
  });

  it('is invited if asked', async () => {
    await put('invited', { name: 'Budi Undangan', email: 'budi@toko.test', invite: true });
    expect(await mails('budi@toko.test')).toEqual(['invitation']);
  });

  it('is created once by twenty calls at once', async () => {
    const calls = Array.from({ length: 20 }, () => put('race', { name: 'Tuti Balap', email: 'tuti@toko.test' }));
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.userId)).size).toBe(1);
  });
});

describe('a known member', () => {
  it('keeps omitted fields, and both addresses confirm another e-mail', async () => {
    await put('known', { name: 'Rina Lama', email: 'rina@toko.test', job: 'Analis' });
    expect((await put('known', { name: 'Rina Baru', email: 'rina2@toko.test' })).body.created).toBe(false);
    expect((await get('known')).body).toMatchObject({ name: 'Rina Baru', email: 'rina2@toko.test', job: 'Analis' });
    expect([await mails('rina@toko.test'), await mails('rina2@toko.test')]).toEqual([
      ['email-changed'],
      ['email-changed'],
    ]);
  });

  it('is found by its e-mail when it has no external id', async () => {
    const userId = await addRecord(test.sql, 'user', 'coding', {
      email: 'Lama@Toko.test',
      role: 'member',
      external_id: null,
    });
    expect((await put('linked', { name: 'Anggota Lama', email: 'lama@toko.test' })).body).toEqual({
      userId,
      created: false,
    });
    expect((await get('linked')).body).toMatchObject({ userId, email: 'lama@toko.test' });
  });

  it('keeps its fields after a merge, and its external id names the other account', async () => {
    const { userId } = (await put('kept', { name: 'Wati Utama', email: 'wati@toko.test' })).body;
    await put('merged', { name: 'Wati Kedua', email: 'wati2@toko.test' });
    await test.sql('update "user" set merged_into = $1, status = 0 where external_id = $2', [userId, 'merged']);
    expect((await put('merged', { name: 'Wati Ketiga', email: 'wati3@toko.test' })).body).toEqual({
      userId,
      created: false,
    });
    expect((await get('merged')).body).toMatchObject({ userId, name: 'Wati Utama', email: 'wati@toko.test' });
  });
});

describe('nothing changes', () => {
  it('returns 409 at the e-mail that another member has', async () => {
    await put('first', { name: 'Dewi Satu', email: 'dewi@toko.test' });
    await put('second', { name: 'Dewi Dua', email: 'dewi2@toko.test' });
    for (const externalId of ['second', 'third'])
      expect(await put(externalId, { name: 'Dewi Tiga', email: 'DEWI@toko.test' })).toMatchObject({
        status: 409,
        problem: { errors: [{ path: 'email' }] },
      });
    expect((await get('second')).body).toMatchObject({ name: 'Dewi Dua', email: 'dewi2@toko.test' });
    expect((await get('third')).status).toBe(404);
  });

  it.each(['by its e-mail', 'by its external id'])('returns 403 for an account of staff %s', async (how) => {
    const externalId = `staff ${how.length}`;
    await addRecord(test.sql, 'user', 'coding', {
      email: `${externalId.replace(' ', '')}@toko.test`,
      role: 'instructor',
      external_id: how === 'by its e-mail' ? null : externalId,
    });
    const email = how === 'by its e-mail' ? `${externalId.replace(' ', '')}@toko.test` : 'free@toko.test';
    expect((await put(externalId, { name: 'Bukan Anggota', email })).status).toBe(403);
    expect((await get(externalId)).status).toBe(404);
  });

  it.each([
    ['a password', { password: 'Belajar-2026' }, ''],
    ['a role', { role: 'admin' }, ''],
    ['a wrong phone', { phoneNumber: 'telepon' }, 'phoneNumber'],
    ['no name', { name: '' }, 'name'],
  ])('returns 400 for %s', async (_, fields, path) => {
    const answer = await put('bad', { name: 'Salah Isi', email: 'salah@toko.test', ...fields });
    expect(answer).toMatchObject({ status: 400, problem: { errors: [{ path }] } });
    expect((await get('bad')).status).toBe(404);
  });

  it('returns 404 in another brand, where the same external id is another member', async () => {
    const other = await test.asKey(['members:read', 'members:write'], { tenant: 'cyber' });
    await put('brand', { name: 'Anggota Coding', email: 'merek@toko.test' });
    expect((await get('brand', other)).status).toBe(404);
    expect((await put('brand', { name: 'Anggota Cyber', email: 'merek@toko.test' }, other)).body.created).toBe(true);
    expect((await get('brand')).body.name).toBe('Anggota Coding');
  });
});
