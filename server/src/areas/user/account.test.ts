/** Tests that accounts are created, corrected, deactivated and invited, by whom, and which mails they cause. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createUser, findSamePeople, revokeInvitation, sendInvitation, setUserStatus } from '#contract/user/account.ts';
import { changeUser, getUserProfile } from '#contract/user/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { type Mailbox, openMailbox } from '#shared/mail/testing/mailbox.ts';
import { userRoutes } from './routes.ts';

vi.setConfig({ testTimeout: 60_000 });

let test: TestApp;
let mailbox: Mailbox;
let superadmin: TestCaller;
let admin: TestCaller;
let service: TestCaller;
beforeAll(async () => {
  test = await testAppOf([userRoutes]);
  mailbox = await openMailbox(test);
  [superadmin, admin, service] = await Promise.all([
    test.as('superadmin'),
    test.as('admin'),
    test.as('customer-service'),
  ]);
});
afterAll(async () => {
  await mailbox.close();
  await test.close();
});

let made = 0;
const newEmail = () => `orang${(made += 1)}@sample.test`;
const create = (by: TestCaller, fields: object = {}) =>
  by.call(createUser, { body: { name: 'Sari Dewi', email: newEmail(), ...fields } });
const profileOf = async (id: string) => (await admin.call(getUserProfile, { params: { id } })).body;
const change = (by: TestCaller, id: string, body: object) => by.call(changeUser, { params: { id }, body });
const setStatus = (by: TestCaller, id: string, status: 0 | 1) =>
  by.call(setUserStatus, { params: { id }, body: { status } });
const rowOf = async (id: string) => (await test.sql('select * from "user" where id = $1', [id]))[0];
const beginSession = (id: string) => test.sql(`insert into session (tenant, user_id) values ('coding', $1)`, [id]);
const sessionsOf = (id: string) => test.sql('select 1 from session where user_id = $1', [id]);
const confirmed = ({ sessionId }: TestCaller, minutes: number) =>
  test.sql('update session set confirmed_at = now() - make_interval(mins => $1) where id = $2', [minutes, sessionId]);
const addStaff = async (role: string) => {
  const sql = `insert into "user" (tenant, email, name, password_hash, role) values ('coding', $1, 'Staf', 'none', $2) returning id`;
  return String((await test.sql(sql, [newEmail(), role]))[0]?.['id']);
};

describe('creating a person', () => {
  it('stores the fields with the phone in E.164 and no password, and mails an invitation', async () => {
    const email = newEmail();
    const fields = {
      email,
      phoneNumber: '0812-3456-7890',
      uoc: 'Universitas Andalas',
      job: 'Mahasiswa',
      location: 'Padang',
    };
    const { status, body } = await create(service, fields);
    expect(status).toBe(201);
    expect(await rowOf(body.userId)).toMatchObject({
      name: 'Sari Dewi',
      role: 'member',
      status: 1,
      email,
      phone_number: '0812-3456-7890',
      phone_e164: '+6281234567890',
      uoc: 'Universitas Andalas',
      job: 'Mahasiswa',
      location: 'Padang',
      password_hash: '',
    });
    const mails = await mailbox.mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Subject: Buat kata sandi untuk akun Anda di Coding Studio');
    expect(mails[0]?.text).toMatch(/https:\/\/belajar\.test\/password\/reset\?token=[\w-]{43}\s/);
    expect(mails[0]?.text).toMatch(/<a href="https:\/\/belajar\.test\/password\/reset\?token=[\w-]{43}">/);
    expect(await profileOf(body.userId)).toMatchObject({
      hasPassword: false,
      invitation: { kind: 'invitation', state: 'open' },
    });
  });

  it('stores no token, only its hash', async () => {
    const email = newEmail();
    await create(admin, { email });
    const token = await mailbox.tokenTo(email);
    const rows = await test.sql('select row_to_json(m)::text as text from account_mail m');
    expect(token).toHaveLength(43);
    expect(rows.filter(({ text }) => String(text).includes(token))).toEqual([]);
  });

  it.each(['Sari@Sample.test', 'SARI@sample.TEST'])(
    'returns 409 at the e-mail when %s is taken in another case',
    async (email) => {
      await create(admin, { email: 'sari@sample.test' });
      const before = await test.sql('select count(*) from "user"');
      expect(await create(admin, { email })).toMatchObject({ status: 409, problem: { errors: [{ path: 'email' }] } });
      expect(await test.sql('select count(*) from "user"')).toEqual(before);
    },
  );

  it('accepts the e-mail of a person of another brand', async () => {
    const email = newEmail();
    expect((await create(admin, { email })).status).toBe(201);
    expect((await create(await test.as('admin', 'cyber'), { email })).status).toBe(201);
    expect(
      (await mailbox.mailsTo(email)).map(({ text }) => /https:\/\/(\w+)\.test/.exec(text)?.[1]).toSorted(),
    ).toEqual(['belajar', 'siber']);
  });

  it('returns 400 at a phone that is none', async () => {
    expect(await create(service, { phoneNumber: '12' })).toMatchObject({
      status: 400,
      problem: { errors: [{ path: 'phoneNumber', message: 'Not a phone number' }] },
    });
  });

  it.each(['admin', 'customer-service'] as const)('refuses another role than member to %s', async (role) => {
    const before = await test.sql('select count(*) from "user"');
    expect((await create(await test.as(role), { role: 'instructor' })).status).toBe(403);
    expect(await test.sql('select count(*) from "user"')).toEqual(before);
  });

  it('takes another role from a superadmin who has just confirmed the password', async () => {
    await confirmed(superadmin, 11);
    expect(await create(superadmin, { role: 'admin' })).toMatchObject({ status: 403, problem: { reason: 'step-up' } });
    await confirmed(superadmin, 0);
    const { body } = await create(superadmin, { role: 'admin' });
    expect(await rowOf(body.userId)).toMatchObject({ role: 'admin', password_hash: '' });
  });
});

describe('correcting a person', () => {
  it('changes only the fields given, with the texts of the specification for the name', async () => {
    const { body } = await create(admin, { uoc: 'PT Satu', job: 'Guru' });
    const phone = await change(admin, body.userId, { phoneNumber: '+62 813 1111 2222' });
    expect(phone.body).toMatchObject({ message: 'Data berhasil diubah' });
    expect((await change(admin, body.userId, { name: 'Sari Baru' })).body).toMatchObject({
      message: 'Nama berhasil diubah',
    });
    expect(await rowOf(body.userId)).toMatchObject({
      name: 'Sari Baru',
      phone_number: '+62 813 1111 2222',
      phone_e164: '+6281311112222',
      uoc: 'PT Satu',
      job: 'Guru',
    });
    await change(admin, body.userId, { phoneNumber: '' });
    expect(await rowOf(body.userId)).toMatchObject({ phone_number: '', phone_e164: null });
  });

  it.each([
    { role: 'admin' },
    { status: 0 },
    { name: 'Sari', password: 'kuda-terbang-9' },
    { uoc: 'A', tenant: 'data' },
    {},
  ])('returns 400 for %j and changes nothing', async (fields) => {
    const { body } = await create(admin);
    const before = await rowOf(body.userId);
    expect((await change(admin, body.userId, fields)).status).toBe(400);
    expect(await rowOf(body.userId)).toEqual(before);
  });

  it('is refused to customer service', async () => {
    const { body } = await create(service);
    expect((await change(service, body.userId, { job: 'Guru' })).status).toBe(403);
  });

  it('with another e-mail ends the sessions, mails both addresses, and sends the open invitation to the new one', async () => {
    const [old, next] = [newEmail(), newEmail()];
    const { body } = await create(admin, { email: old });
    const first = await mailbox.tokenTo(old);
    await beginSession(body.userId);
    expect((await change(admin, body.userId, { email: next })).status).toBe(200);
    expect(await sessionsOf(body.userId)).toEqual([]);
    const subjects = async (email: string) =>
      (await mailbox.mailsTo(email))
        .map(({ headers }) => /^Subject: (.*?) (?:Anda|untuk)/m.exec(headers)?.[1])
        .toSorted();
    expect(await subjects(old)).toEqual(['Alamat e-mail akun', 'Buat kata sandi']);
    expect(await subjects(next)).toEqual(['Alamat e-mail akun', 'Buat kata sandi']);
    const [, notice] = await mailbox.mailsTo(old);
    expect(notice?.text).toContain(`${next[0]}•••@sample.test`);
    expect(notice?.text).not.toContain(next);
    const states = await test.sql(
      `select email, revoked_at is null as is_open from account_mail where user_id = $1 and kind = 'invitation' order by id`,
      [body.userId],
    );
    expect(states).toEqual([
      { email: old, is_open: false },
      { email: next, is_open: true },
    ]);
    expect(first).not.toBe('');
  });

  it('with the same e-mail in another case keeps the sessions and mails nobody', async () => {
    const email = newEmail();
    const { body } = await create(admin, { email });
    await beginSession(body.userId);
    expect((await change(admin, body.userId, { email: email.toUpperCase() })).status).toBe(200);
    expect(await sessionsOf(body.userId)).toHaveLength(1);
    expect(await mailbox.mailsTo(email)).toHaveLength(1);
  });

  it('returns 409 at an e-mail that somebody has, and keeps sessions and links', async () => {
    const taken = newEmail();
    await create(admin, { email: taken });
    const { body } = await create(admin);
    await beginSession(body.userId);
    expect(await change(admin, body.userId, { email: taken })).toMatchObject({
      status: 409,
      problem: { errors: [{ path: 'email' }] },
    });
    expect(await sessionsOf(body.userId)).toHaveLength(1);
  });

  it('takes the right to set the password, and the password again, for another e-mail of staff', async () => {
    const colleague = await addStaff('admin');
    expect((await change(admin, colleague, { email: newEmail() })).status).toBe(403);
    const instructor = await addStaff('instructor');
    await confirmed(admin, 11);
    expect(await change(admin, instructor, { email: newEmail() })).toMatchObject({ problem: { reason: 'step-up' } });
    await confirmed(admin, 0);
    expect((await change(admin, instructor, { email: newEmail() })).status).toBe(200);
  });
});

describe('deactivating', () => {
  it('ends sessions and links, keeps the person, and can be taken back', async () => {
    const { body } = await create(admin);
    await beginSession(body.userId);
    expect((await setStatus(admin, body.userId, 0)).body).toMatchObject({ status: 0 });
    expect(await sessionsOf(body.userId)).toEqual([]);
    expect(await profileOf(body.userId)).toMatchObject({ status: 0, invitation: { state: 'revoked' } });
    expect((await admin.call(sendInvitation, { params: { id: body.userId } })).status).toBe(409);
    expect((await setStatus(admin, body.userId, 1)).body).toMatchObject({ status: 1 });
  });

  it('sends no mail that waits for a person who was deactivated meanwhile', async () => {
    const email = newEmail();
    const [row] = await test.sql(
      `insert into "user" (tenant, email, name, password_hash, role, status) values ('coding', $1, 'Sari', '', 'member', 0) returning id`,
      [email],
    );
    await test.sql(
      `with mail as (insert into account_mail (tenant, user_id, kind, email) values ('coding', $1, 'invitation', $2) returning id)
        insert into outbox (tenant, job, ids) select 'coding', 'send-account-mail', json_build_object('mailId', id) from mail`,
      [row?.['id'], email],
    );
    expect(await mailbox.mailsTo(email)).toEqual([]);
  });

  it('is refused to customer service, and of staff to admins', async () => {
    const { body } = await create(admin);
    expect((await setStatus(service, body.userId, 0)).status).toBe(403);
    const instructor = await addStaff('instructor');
    expect((await setStatus(admin, instructor, 0)).status).toBe(403);
    expect(await rowOf(instructor)).toMatchObject({ status: 1 });
  });

  it('of staff takes the password of the superadmin again', async () => {
    const instructor = await addStaff('instructor');
    await confirmed(superadmin, 11);
    expect(await setStatus(superadmin, instructor, 0)).toMatchObject({ problem: { reason: 'step-up' } });
    await confirmed(superadmin, 0);
    expect((await setStatus(superadmin, instructor, 0)).status).toBe(200);
  });

  it('returns 409 for oneself', async () => {
    await confirmed(superadmin, 0);
    expect((await setStatus(superadmin, superadmin.userId, 0)).status).toBe(409);
  });

  it('keeps one of two superadmins who deactivate each other at once', async () => {
    const brand = await test.as('superadmin', 'data');
    const sql = `insert into "user" (tenant, email, name, password_hash, role) values ('data', $1, 'Kedua', 'none', 'superadmin') returning id`;
    const other = String((await test.sql(sql, [newEmail()]))[0]?.['id']);
    await test.sql('update "user" set status = 0 where id = $1', [brand.userId]);
    expect((await setStatus(brand, other, 0)).body).toMatchObject({
      message: 'This is the last active superadmin. Make somebody else superadmin first',
    });
    await test.sql('update "user" set status = 1 where id = $1', [brand.userId]);
    expect((await setStatus(brand, other, 0)).status).toBe(200);
  });
});

describe('a link', () => {
  it('sent again ends the one before, and revoked works no more', async () => {
    const { body } = await create(service);
    expect((await service.call(sendInvitation, { params: { id: body.userId } })).body).toMatchObject({
      kind: 'invitation',
    });
    const open = () => test.sql('select 1 from account_mail where user_id = $1 and revoked_at is null', [body.userId]);
    expect(await open()).toHaveLength(1);
    const revoke = () => service.call(revokeInvitation, { params: { id: body.userId } });
    expect((await revoke()).body).toEqual({ changed: 1 });
    expect((await revoke()).body).toEqual({ changed: 0 });
    expect(await open()).toEqual([]);
  });

  it('for a person with a password resets it', async () => {
    const email = newEmail();
    const { body } = await create(admin, { email });
    await test.sql(`update "user" set password_hash = 'none' where id = $1`, [body.userId]);
    expect((await service.call(sendInvitation, { params: { id: body.userId } })).body).toEqual({
      email,
      kind: 'password',
    });
    expect((await mailbox.mailsTo(email)).at(-1)?.text).toContain(
      'Subject: Atur ulang kata sandi Anda di Coding Studio',
    );
  });

  it('is sent by customer service to members only, and by admins not to superadmins', async () => {
    const instructor = await addStaff('instructor');
    expect((await service.call(sendInvitation, { params: { id: instructor } })).status).toBe(403);
    expect((await service.call(revokeInvitation, { params: { id: instructor } })).status).toBe(403);
    expect((await admin.call(sendInvitation, { params: { id: instructor } })).status).toBe(200);
    expect((await admin.call(sendInvitation, { params: { id: superadmin.userId } })).status).toBe(403);
  });

  it('of a person of another brand is 404', async () => {
    const { body } = await create(await test.as('admin', 'cyber'));
    expect((await admin.call(sendInvitation, { params: { id: body.userId } })).status).toBe(404);
    expect((await setStatus(admin, body.userId, 0)).status).toBe(404);
  });
});

it('finds who has an e-mail in any case, and a phone in any spelling', async () => {
  const email = newEmail();
  const { body } = await create(admin, { email, phoneNumber: '0813 7000 8000' });
  const find = (query: object) => service.call(findSamePeople, { query });
  const found = { id: body.userId, name: 'Sari Dewi', email, role: 'member' };
  expect((await find({ email: email.toUpperCase(), phoneNumber: '+62-813-7000-8000' })).body).toEqual({
    email: found,
    phone: [found],
  });
  expect((await find({ email, phoneNumber: '081370008000', except: body.userId })).body).toEqual({
    email: null,
    phone: [],
  });
  expect((await find({})).body).toEqual({ email: null, phone: [] });
});
