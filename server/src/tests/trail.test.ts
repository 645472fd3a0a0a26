/** Tests that every write is in the audit trail, and that the app can neither forge nor remove an entry. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventWords, listAudit } from '#contract/kernel/audit.ts';
import { login } from '#contract/kernel/auth.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { changeUserPassword } from '#contract/user/endpoints.ts';
import { sql } from 'kysely';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { roleName } from '#platform/database/app-role.ts';

/** Tables as future migrations will create them; the same rules apply. */
const newTables = (database: string) => `set app.role = '${roleName(database, 'app')}';
  call record_table('ticket', 'price int not null');
  call link_table('ticket', 'learning_path', 'path')`;

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  await test.sql(newTables(test.name));
  admin = await test.as('admin');
});
afterAll(() => test.close());

const draft = { name: 'Promo Ramadan', discount: 10, discountType: 2, productType: 'courses' } as const;
const entriesOf = (id: string) => test.sql('select * from audit where record_id = $1 order by id', [id]);

describe('the catalogue', () => {
  /** Technical tables without records of users' work. */
  const unaudited: Record<string, string> = {
    session: 'is a sign-in, which is no change of a record',
    refresh_token: 'is a part of a session',
    agent_token: 'is a part of a session, too',
    agent_code: 'is a part of a session that begins; that a person connected an agent is a security event',
    agent_client: 'is what an agent says of itself, before anybody has let it in',
    auth_challenge: 'is a part of a sign-in that is not finished',
    authenticator_app: 'is a secret; that it was added, removed or reset is a security event',
    passkey: 'is a second factor, too',
    recovery_code: 'is a secret, too',
    revocation: 'is derived from sessions and roles',
    sign_in_failure: 'is gone after a day',
    idempotency: 'repeats an answer whose change is audited',
    outbox: 'is gone when a worker has it; what the job then changes is audited',
    event: 'tells other programs of a change, which is audited',
    webhook_delivery: 'is a letter about an event',
    webhook_secret: 'is a secret; that it was changed is in the trail of its webhook',
    webhook_status: 'is how the last deliveries went',
    effect: 'says that a job was done, whose change is audited',
    calendar_invitation: 'is a letter that follows from an event and from members, which are audited',
    invoice_day: 'is a number that an order has, which is audited',
    payment_link: 'is a log itself, with who made it; the status that a payment brings is audited',
    refund_item: 'is a part of a refund, which never changes',
    'bank_statement delete': 'does not happen',
    'bank_line insert': 'is a line of a statement, whose import is a batch',
    'bank_line delete': 'is the undo of such a batch',
    paper: 'is a document that says itself what it is about, when, and who issued it',
    paper_mail: 'is a letter with a document',
    company_mail: 'is a letter that tells itself who asked for it',
    paper_series: 'is a number that a document has',
    payment_notice: 'is a log itself; the status that it brings is audited',
    payment: 'is a ledger that tells who recorded what; the status that it brings is audited',
    payout_line: 'is a line of a document of the gateway; the payout is audited',
    sales_day: 'is derived from orders, which are audited',
    certificate_ready: 'is derived from progress and certificates, which are audited',
    sales_change: 'is a mark for the job that derives them',
    desk_event: 'is a timeline; what it tells of is a change of its order, which is audited',
    list_read: 'counts rows for an hour',
    today_aside: 'is what somebody hides from their own start page for a day',
    desk_presence: 'is where somebody is now, which counts for 15 seconds',
    chase_document: 'is a copy of what a document says, which somebody else writes',
    chase_reading: 'is the time of a copy',
    data_export: 'tells itself who took what away; that it was begun is a security event',
    batch: 'states itself who changed what; the changes of the records are audited',
    batch_row: 'is a result of a batch; the change of its record is audited',
    voucher_code: 'is drawn by the thousand; the trail tells how many its voucher has',
    'access_gap insert': 'is derived from orders and assignments, which are audited',
    'access_gap delete': 'is derived too',
    access_mend: 'tells how to undo a change of assignments, which is audited',
    access_check: 'tells when the rows above were derived',
    payment_difference:
      'is derived too; it states itself who mended or explained it, and the changes that mend it are audited',
    payment_check: 'tells when the rows above were derived',
    api_key_use: 'is the time of a use, which changes nothing',
    saved_view_pin: 'is where a person finds a view, which is no change of it',
    account_mail: 'is a letter about an account, whose changes are audited; the log says who sent it',
    upload: 'is a file that arrived; the record that refers to it is audited',
    video: 'is made of an upload; the record that refers to that is audited',
    user_duplicate: 'is found by a job',
    whatsapp_template: 'is a copy of what WhatsApp has',
    broadcast_due: 'is when a job goes on; the broadcast is audited',
    broadcast_delivery: 'is a log itself; that its broadcast was sent is audited',
    whatsapp_window: 'is what a person did, which counts for a day',
    at_risk: 'is derived from memberships and progress, which are audited',
    at_risk_day: 'is a count of derived rows',
    risk_check: 'is a mark for the job that derives them',
    'learning_contact update': 'keeps whether a message helped, which a job finds',
    lesson_completion: 'is what a member did, which shows in their timeline; sites report thousands a second',
    lesson_position: 'is where a member stopped, which changes all the time',
    attendance_evidence: 'is what a program reported; it states itself who, when and by whom, and is never changed',
    quiz_attempt: 'is what a member did, too; it states itself who, when and what',
    import_row: 'is what a batch of an import writes; the change of its record is audited',
    import_column: 'is the last choice of columns of a file; the next import asks again',
    place_transfer: 'is a log itself, with who moved the place; the memberships that it ends and begins are audited',
    trail_seal: 'is a digest of the trail itself',
    trail_change: 'explains a change of the trail itself',
    user_merge_row: 'is part of a merge, which is audited',
    'section_item insert': 'is derived from what stands in the section, which is audited',
    'section_item delete': 'is derived too',
  };

  it('has an audit trigger for every write that the app may do', async () => {
    const silent = await test.sql(
      `
      select relname as table, event.name as event
      from pg_class, (values ('insert', 4), ('delete', 8), ('update', 16)) as event (name, bit)
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not array[relname::text, relname || ' ' || event.name] && $1
        and case event.name when 'delete' then has_table_privilege($2, pg_class.oid, 'delete')
          else has_any_column_privilege($2, pg_class.oid, event.name) end
        and not exists (select 1 from pg_trigger where tgrelid = pg_class.oid
          and (tgfoid = 'audit_row'::regproc and tgtype & 1 = 1 or tgfoid = 'audit_rows'::regproc and tgtype & 1 = 0)
          and tgenabled = 'O' and tgtype & event.bit > 0 and tgattr = ''
          -- Counts are written by triggers alone, which refuse_count ensures.
          and (tgqual is null or substring(pg_get_triggerdef(oid) from 'WHEN \\(\\(old\\.(\\w+) = new\\.\\1\\)\\)') in (
            select substring(pg_get_triggerdef(refused.oid) from 'old\\.(\\w+) IS DISTINCT') from pg_trigger refused
              where refused.tgrelid = pg_class.oid and refused.tgname = 'refuse_count' and refused.tgenabled = 'O')))`,
      [Object.keys(unaudited), roleName(test.name, 'coding')],
    );
    expect(silent).toEqual([]);
  });

  it('declares every foreign key that makes a row part of another record, or a link to one', async () => {
    const untold = await test.sql(`
      select conrelid::regclass::text as table, attname as column from pg_constraint link
        join pg_attribute on attrelid = conrelid and attnum = any(conkey) and attname <> 'tenant'
        join pg_class parent on parent.oid = confrelid
        join pg_trigger on tgrelid = conrelid and tgfoid = any ('{audit_row, audit_rows}'::regproc[])
      where contype = 'f' and (confdeltype = 'c' or exists (
          select 1 from pg_constraint key where key.conrelid = link.conrelid and key.contype = 'p' and attnum = any(key.conkey)))
        -- What refers to a link, which has no id, belongs to the ends of that.
        and strpos(encode(tgargs, 'escape'), attname || '>' || case when exists (
          select from pg_attribute own where own.attrelid = confrelid and own.attname = 'id') then parent.relname else '' end) = 0`);
    expect(untold).toEqual([]);
  });

  it('records changes of a new table, with the version', async () => {
    const [ticket] = await test.sql(
      `insert into ticket (tenant, name, price) values ('coding', 'Tiket', 5) returning id`,
    );
    await test.sql('update ticket set price = 6 where id = $1', [ticket?.['id']]);
    expect(await entriesOf(String(ticket?.['id']))).toMatchObject([
      { table_name: 'ticket', action: 'create', version: 1, after: { name: 'Tiket', price: 5 } },
      { table_name: 'ticket', action: 'update', version: 2, before: { price: 5 }, after: { price: 6 } },
    ]);
  });

  it('does not let the app insert, change or delete entries', async () => {
    await addRecord(test.sql, 'course', 'coding');
    const db = test.database.tenant('coding');
    const refusal = (text: string) =>
      sql
        .raw(text)
        .execute(db)
        .then(
          () => 'done',
          (error: { code?: string }) => error.code,
        );
    for (const table of ['audit', 'audit_record']) {
      expect(await refusal(`update ${table} set record_id = 'another'`)).toBe('42501');
      expect(await refusal(`delete from ${table}`)).toBe('42501');
      expect(await refusal(`truncate ${table}`)).toBe('42501');
    }
    expect(await refusal(`insert into audit (actor_name, action) values ('somebody', 'create')`)).toBe('42501');
    expect(await refusal(`insert into audit_record values ('coding', 'course', 'x', audit_id())`)).toBe('42501');
  });
});

describe('an entry', () => {
  it('contains the actor, the request and the difference', async () => {
    const created = await admin.call(discounts.create, { body: draft });
    const id = created.body.discountId;
    const changed = await admin.call(discounts.update, { params: { id }, body: { ...draft, discount: 20 } });
    const removed = await admin.call(discounts.remove, { params: { id } });
    const by = { actor_id: admin.userId, actor_name: 'Tester admin', table_name: 'discount', tenant: 'coding' };
    expect(await entriesOf(id)).toMatchObject([
      {
        ...by,
        action: 'create',
        version: 1,
        belongs_to: [`discount:${id}`],
        request_id: created.headers['x-request-id'],
        before: null,
        after: { name: 'Promo Ramadan', value: 10 },
      },
      {
        ...by,
        action: 'update',
        version: 2,
        request_id: changed.headers['x-request-id'],
        before: { value: 10 },
        after: { value: 20 },
      },
      {
        ...by,
        action: 'delete',
        version: null,
        request_id: removed.headers['x-request-id'],
        before: { name: 'Promo Ramadan', value: 20 },
        after: null,
      },
    ]);
  });

  it('is not written for a change without effect, or a refused one', async () => {
    const {
      body: { discountId: id },
    } = await admin.call(discounts.create, { body: draft });
    await admin.call(discounts.update, { params: { id }, body: draft });
    await admin.call(discounts.update, { params: { id }, body: { ...draft, discount: 50 } }, { ifMatch: '"v9"' });
    expect((await entriesOf(id)).map((entry) => entry['action'])).toEqual(['create']);
  });

  it('never contains secrets: hashes, tokens, passwords', async () => {
    const id = await addRecord(test.sql, 'user', 'coding');
    await test.sql(`update "user" set role = 'instructor', email = 'rahasia@sample.test' where id = $1`, [id]);
    await admin.call(changeUserPassword, { params: { id }, body: { password: 'kuda-terbang-9' } });
    const session = await admin.call(login, { body: { email: 'rahasia@sample.test', password: 'kuda-terbang-9' } });
    expect(session.status).toBe(200);
    const trail = JSON.stringify(await test.sql('select before, after from audit'));
    expect(trail).toContain('password_hash');
    expect((await entriesOf(id)).map((entry) => entry['action'])).toContain('set-password');
    for (const secret of ['argon2', 'kuda-terbang-9', session.body.refreshToken, session.body.accessToken])
      expect(trail).not.toContain(secret);
  });

  it('names the system for changes without a request', async () => {
    const id = await addRecord(test.sql, 'course', 'coding');
    expect(await entriesOf(id)).toMatchObject([
      { actor_id: null, actor_name: 'system', request_id: null, action: 'create' },
    ]);
    const { entries } = (await admin.call(listAudit, { query: { entity: 'course', entityId: id } })).body;
    expect(entries).toMatchObject([{ actorId: null, actorName: 'The system' }]);
  });
});

describe('SQL with a tenant’s role', () => {
  const act = (...texts: string[]) =>
    test.database
      .tenant('coding')
      .transaction()
      .execute(async (tx) => {
        for (const text of texts) await sql.raw(text).execute(tx);
        return 'done';
      })
      .catch((error: { code?: string }) => error.code);
  const set = (name: string, value: string) => `select set_config('app.${name}', '${value}', true)`;
  const event = (action: string, actor: string, details = '{}', n = 1) =>
    act(`select audit_event(${action}, ${actor}, ${actor}, 'sql', '${details}', 'k', ${n})`);

  /** Its possibilities are described in docs/decisions/0017: events of these kinds, of their own tenant. */
  it('can record security events, each with the name of the user', async () => {
    for (const action of Object.keys(eventWords))
      expect([action, await event(`'${action}'`, `'${admin.userId}'`)]).toEqual([action, 'done']);
    expect(
      await test.sql(`select action, tenant, actor_name, belongs_to from audit where request_id = 'sql' order by 1`),
    ).toEqual(
      Object.keys(eventWords)
        .toSorted()
        .map((action) => ({
          action,
          tenant: 'coding',
          actor_name: 'Tester admin',
          belongs_to: [`user:${admin.userId}`],
        })),
    );
  });

  it('cannot record a change, or act in another user’s name', async () => {
    for (const action of [`'create'`, `'update'`, `'delete'`, `'set-password'`, `'Signed-in'`, `''`, 'null'])
      expect([action, await event(action, `'${admin.userId}'`)]).toEqual([action, '42501']);
    const named = `select audit_event('password-confirmation-failed', '${admin.userId}'::uuid, 'Forged Person', null, '{}'::jsonb, array['user:${admin.userId}'])`;
    expect(await act(named)).toBe('42883');
    const stranger = await addRecord(test.sql, 'user', 'cyber');
    const before = await test.sql('select id from audit');
    await act(
      set('actor_name', 'Forged Person'),
      set('actor_id', admin.userId),
      `select audit_event('signed-out', null, null, null, '{}')`,
    );
    await act(`select audit_event('signed-out', '${stranger}', null, null, '{}')`);
    expect(
      await test.sql('select actor_id, actor_name from audit where id <> all($1) order by id', [
        before.map(({ id }) => id),
      ]),
    ).toEqual([
      { actor_id: null, actor_name: 'Somebody' },
      { actor_id: stranger, actor_name: 'Somebody' },
    ]);
  });

  it('cannot write an event that the page could not show, nor lower a count', async () => {
    for (const details of ['[]', '"x"', 'null'])
      expect([details, await event(`'refused'`, 'null', details)]).toEqual([details, '22023']);
    for (const n of [0, -5]) expect([n, await event(`'refused'`, 'null', '{}', n)]).toEqual([n, '22023']);
  });

  it('cannot hide a change from the list of all changes', async () => {
    const rename = (id: string, name: string) => `update "user" set name = '${name}' where id = '${id}'`;
    const by = (id: string) => set('actor_id', id);
    const line = (id: string) => set('line_coding_user_update', id);
    const made = Array.from({ length: 6 }, () => addRecord(test.sql, 'user', 'coding'));
    const [one, two, three, four, five, six] = (await Promise.all(made)) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const entryOf = async (id: string) => String((await entriesOf(id)).at(-1)?.['id']);

    await act(by(admin.userId), line('01890000-0000-7000-8000-000000000000'), rename(one, 'Tanpa jejak'));
    // By the same actor, with the same table and action, in another transaction.
    await act(by(admin.userId), line(await entryOf(one)), rename(two, 'Menumpang'));
    // In the same transaction: by another actor; in another request; on another table.
    await act(by(admin.userId), rename(three, 'Pertama'), by(four), rename(four, 'Orang lain'));
    await act(by(admin.userId), rename(five, 'Pertama'), set('request_id', 'lain'), rename(six, 'Permintaan lain'));
    const course = await addRecord(test.sql, 'course', 'coding');
    await act(
      `update course set name = 'Kursus' where id = '${course}'`,
      `select set_config('app.line_coding_user_update', current_setting('app.line_coding_course_update'), true)`,
      rename(one, 'Tabel lain'),
    );
    const { entries } = (await admin.call(listAudit, { query: { pageSize: 20 } })).body;
    const renamed = entries.filter(({ table, action }) => table === 'user' && action === 'update');
    expect(renamed.map(({ recordId, count }) => [recordId, count])).toEqual(
      [one, six, five, four, three, two, one].map((id) => [id, 1]),
    );
  });

  it('and changes of one transaction to one table are one line', async () => {
    const users = [await addRecord(test.sql, 'user', 'coding'), await addRecord(test.sql, 'user', 'coding')];
    await act(set('actor_id', admin.userId), `update "user" set name = 'Berdua' where id in ('${users.join(`', '`)}')`);
    const { entries } = (await admin.call(listAudit, { query: { pageSize: 1 } })).body;
    expect(entries).toMatchObject([{ action: 'update', count: 2, parts: [{ after: { name: 'Berdua' } }] }]);
  });
});
