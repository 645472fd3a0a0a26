/** Tests over HTTP of the import of members: matching, refusals, the batch, its undo, and the remembered columns. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { undoBatch } from '#contract/batch/endpoints.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { writeXlsx } from '#shared/spreadsheet/xlsx.ts';
import { batchRoutes } from '../../../services/batch/routes.ts';
import { memberImportBatch } from './member-batch.ts';
import { importRoutes } from './routes.ts';
import type { Cells } from '#shared/testing/file-import.ts';
import { importRows, linesByState, preview } from './testing/import-file.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testAppOf([importRoutes, batchRoutes([memberImportBatch])]);
  await test.as('admin');
});
afterAll(() => test.close());

const header = ['ID Anggota', 'Nama Lengkap', 'Alamat E-mail', 'No. HP', 'Kota'];
const ids: Record<string, string> = {};

async function add(name: string, values: Record<string, string | null>): Promise<void> {
  const row = {
    email: `${name.toLowerCase()}@lama.test`,
    external_id: null,
    phone_number: '',
    phone_e164: null,
    role: 'member',
    ...values,
  };
  const [added] = await test.sql(
    `insert into "user" (tenant, name, password_hash, email, external_id, phone_number, phone_e164, role)
      values ('coding', $1, '', $2, $3, $4, $5, $6) returning id`,
    [name, row.email, row.external_id, row.phone_number, row.phone_e164, row.role],
  );
  ids[name] = String(added!['id']);
}

beforeEach(async () => {
  await test.sql(`delete from "user" where email not like '%@tests.test'`);
  await test.sql('delete from import_column');
  await add('Siti', { external_id: 'A1' });
  await add('Budi', {});
  await add('Dewi', { phone_number: '0812-1111-2222', phone_e164: '+6281211112222' });
  await add('Rina', { role: 'instructor' });
});

const people = () =>
  test.sql(`select name, email, external_id as id, phone_number as phone, phone_e164 as e164, location as city, role, password_hash as hash, version
    from "user" where email not like '%@tests.test' order by email`);

const mixed: Cells = [
  header,
  ['A1', 'Siti Aminah', '', '', ''],
  ['', 'Budi', 'BUDI@lama.test', '', ''],
  ['A9', 'Joko Susilo', 'joko@baru.test', '0813 3333 4444', 'Bandung'],
  ['', 'Ed', 'ed@baru.test', '', ''],
  ['', 'Dewi Lestari', 'dewi@baru.test', '+62 812 1111 2222', ''],
  ['', 'Rina', 'rina@lama.test', '', ''],
  ['A9', 'Joko Lagi', 'lagi@baru.test', '', ''],
];

describe('the preview', () => {
  it('says of each row whether it is new, changed, unchanged, refused with column and reason, or doubtful', async () => {
    const before = await people();
    const { body } = await preview(test, mixed);
    expect(body.columns.map(({ field }) => field)).toEqual(['externalId', 'name', 'email', 'phoneNumber', 'location']);
    expect(linesByState(body)).toEqual({ changed: [2], unchanged: [3], new: [4], refused: [5, 7, 8], undecided: [6] });
    const [changed, , , short, doubtful, staff, twice] = body.rows;
    expect(changed).toMatchObject({
      userId: ids['Siti'],
      changes: [{ label: 'Name', before: 'Siti', after: 'Siti Aminah' }],
    });
    expect(short).toMatchObject({
      faults: [{ column: 'Nama Lengkap', reason: 'At least 3 characters' }],
      cells: ['', 'Ed', 'ed@baru.test', '', ''],
    });
    expect(doubtful).toMatchObject({ candidates: [{ userId: ids['Dewi'] }], canBeNew: true });
    expect(staff!.faults).toMatchObject([{ column: '', reason: 'Rina is staff: an import changes members only' }]);
    expect(twice!.faults).toMatchObject([{ column: '', reason: 'Row 4 is about the same person' }]);
    expect(await people()).toEqual(before);
  });

  it('lists the columns that a file lacks, and compares nothing', async () => {
    const { body } = await preview(test, [['Nama'], ['Siti']]);
    expect(body).toMatchObject({ missing: ['External id or E-mail or Phone'], rows: [] });
  });

  it.each<[string, string[], string]>([
    [
      'a role of staff',
      ['Siti', 'x@baru.test', '', 'admin'],
      'An import makes members only: other roles are given by a superadmin',
    ],
    ['a phone number that is none', ['Siti', 'x@baru.test', '12', ''], 'Not a phone number'],
    ['an e-mail that is none', ['Siti', 'x@', '', ''], 'Not an e-mail address'],
    ['no e-mail for a new member', ['Tono', '', '081300001111', ''], 'A new member needs an e-mail'],
  ])('refuses %s', async (_, cells, reason) => {
    const { body } = await preview(test, [['name', 'email', 'phone', 'role'], cells]);
    expect(body.rows).toMatchObject([{ state: 'refused', faults: [{ reason }] }]);
  });

  it('refuses another e-mail for a known external id, and asks when the external id and the e-mail are of two people', async () => {
    const { body } = await preview(test, [
      header,
      ['A1', 'Siti', 'siti@baru.test', '', ''],
      ['A1', 'Siti', 'budi@lama.test', '', ''],
    ]);
    expect(body.rows[0]).toMatchObject({ state: 'refused', faults: [{ column: 'Alamat E-mail' }] });
    expect(body.rows[1]).toMatchObject({ state: 'undecided', canBeNew: false });
    expect(body.rows[1]!.candidates.map(({ name }) => name)).toEqual(['Siti', 'Budi']);
  });

  it('takes an answer to a doubtful row: the person, who keeps the e-mail, a new one, or none', async () => {
    const rows = [header, mixed[5]!];
    const of = async (answer: string) => (await preview(test, rows, { answers: `2:${answer}` })).body.rows[0];
    expect(await of(ids['Dewi']!)).toMatchObject({
      state: 'changed',
      changes: [{ before: 'Dewi', after: 'Dewi Lestari' }],
    });
    // The answer can be seen and taken back.
    const question = { candidates: [{ userId: ids['Dewi'] }], canBeNew: true };
    expect(await of('new')).toMatchObject({ state: 'new', ...question });
    expect(await of('skip')).toMatchObject({ state: 'refused', ...question });
    expect(await of(ids['Budi']!)).toMatchObject({ state: 'undecided' });
  });

  it('names no column for a fault of the whole row beside a column that is left out', async () => {
    const { body } = await preview(test, [
      ['name', 'email', 'Keterangan'],
      ['Rina', 'rina@lama.test', 'x'],
    ]);
    expect(body.rows[0]).toMatchObject({ state: 'refused', faults: [{ column: '' }] });
  });

  it('reads a sheet of Excel as it reads a CSV file with semicolons', async () => {
    const sheet = (await preview(test, Buffer.from(writeXlsx(mixed)))).body;
    const text = Buffer.from(mixed.map((row) => row.join(';')).join('\n'));
    expect(sheet).toEqual((await preview(test, text)).body);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['headings only', 'name,email'],
    ['bytes', '\u0000\u0001'],
    ['a quote without end', 'name,email\n"a,b'],
    ['more than 20.000 rows', `name\n${'a\n'.repeat(20_001)}`],
  ])('returns 400 for a file with %s', async (_, file) => {
    expect(await preview(test, Buffer.from(file))).toMatchObject({ status: 400 });
  });

  it('returns 400 for columns that are not those of the file, unknown, or twice the same field', async () => {
    const rows = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    for (const columns of ['name', 'name,name', 'name,password'])
      expect(await preview(test, rows, { columns })).toMatchObject({ status: 400 });
  });

  it('is for admins', async () => {
    expect((await preview(test, mixed, {}, 'customer-service')).status).toBe(403);
    expect((await preview(test, mixed, {}, 'superadmin')).status).toBe(200);
  });
});

describe('the import', () => {
  it('writes what the preview said, is listed as a batch, and changes nothing the second time', async () => {
    const { status, body } = await importRows(test, mixed);
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'Import 2 members', kind: 'member-import', state: 'done', done: 2 });
    const all = await people();
    expect(all.map(({ email, name }) => `${String(email)} ${String(name)}`)).toEqual([
      'budi@lama.test Budi',
      'dewi@lama.test Dewi',
      'joko@baru.test Joko Susilo',
      'rina@lama.test Rina',
      'siti@lama.test Siti Aminah',
    ]);
    expect(all[2]).toMatchObject({
      id: 'A9',
      phone: '0813 3333 4444',
      e164: '+6281333334444',
      city: 'Bandung',
      role: 'member',
      hash: '',
    });
    const again = await preview(test, mixed);
    expect(linesByState(again.body)).toEqual({ unchanged: [2, 3, 4], refused: [5, 7, 8], undecided: [6] });
    expect(await importRows(test, mixed)).toMatchObject({ status: 409 });
    expect(await people()).toEqual(all);
  });

  it('returns 409 and writes nothing when something else would be written than was seen', async () => {
    const { seen } = (await preview(test, mixed)).body;
    await test.sql(`update "user" set name = 'Sita' where id = $1`, [ids['Siti']]);
    const before = await people();
    expect(await importRows(test, mixed, { seen })).toMatchObject({ status: 409 });
    expect(await people()).toEqual(before);
    expect(await test.sql(`select from batch where state <> 'done'`)).toEqual([]);
  });

  it('is undone: new members are removed unless they have something by now, and others get their values back', async () => {
    const before = await people();
    const admin = await test.as('admin');
    const undo = (batchId: string) => admin.call(undoBatch, { params: { id: batchId } });
    const first = await importRows(test, mixed);
    expect((await undo(first.body.batchId)).body).toMatchObject({ undone: 2, kept: 0 });
    expect((await people()).map(({ version: _, ...person }) => person)).toEqual(
      before.map(({ version: _, ...person }) => person),
    );

    const second = await importRows(test, mixed);
    await test.sql(`update "user" set last_login_at = now() where email = 'joko@baru.test'`);
    await test.sql(`update "user" set name = 'Siti Zahra' where id = $1`, [ids['Siti']]);
    expect((await undo(second.body.batchId)).body).toMatchObject({ undone: 0, kept: 2 });
    expect((await people()).map(({ name }) => name)).toEqual(['Budi', 'Dewi', 'Joko Susilo', 'Rina', 'Siti Zahra']);
  });

  it('mails an invitation to each new member if that is ticked, once, as many as the preview says', async () => {
    const invited = () =>
      test.sql(`select "user".email, kind, (select count(*)::int from outbox where job = 'send-account-mail') as queued
        from account_mail join "user" on "user".id = user_id order by 1`);
    const rows: Cells = [...mixed, ['A7', 'Kartika Sari', 'kartika@baru.test', '', '']];
    expect((await preview(test, rows)).body.effects.mails).toBe(0);
    expect((await preview(test, rows, { mails: 'true' })).body.effects.mails).toBe(2);
    const { body } = await importRows(test, rows, { mails: 'true' });
    expect(await invited()).toEqual([
      { email: 'joko@baru.test', kind: 'invitation', queued: 2 },
      { email: 'kartika@baru.test', kind: 'invitation', queued: 2 },
    ]);
    expect(await importRows(test, rows, { mails: 'true' })).toMatchObject({ status: 409 });
    expect(await invited()).toHaveLength(2);
    // An invitation alone does not keep an account.
    const undone = await (await test.as('admin')).call(undoBatch, { params: { id: body.batchId } });
    expect(undone.body).toMatchObject({ undone: 3, kept: 0 });
  });

  it('takes the corrected file of refused rows, with their reasons, and writes these alone', async () => {
    await importRows(test, mixed);
    const { body } = await preview(test, mixed);
    const refused = body.rows.filter(({ cells }) => cells);
    expect(
      refused.map(({ name }) => name),
      'a name that is refused is shown',
    ).toEqual(['Ed', 'Rina', 'Joko Susilo']);
    expect(refused[0]!.faults).toMatchObject([{ column: 'Nama Lengkap', cell: 'Ed' }]);
    const [ed, ...others] = refused.map(({ cells, faults }) => [...cells!, faults[0]!.reason]);
    const corrected = [[...header, 'Reason'], ed!.with(1, 'Edi Saputra'), ...others];
    const again = await preview(test, corrected);
    expect(linesByState(again.body)).toEqual({ new: [2], refused: [3, 4] });
    expect(await importRows(test, corrected)).toMatchObject({ status: 201, body: { title: 'Import 1 member' } });
    expect((await people()).map(({ name }) => name)).toContain('Edi Saputra');
  });

  it('remembers the columns of the brand for the next file', async () => {
    const rows = [
      ['Sebutan', 'Surat', 'Kota'],
      ['Tono Hadi', 'tono@baru.test', 'Solo'],
    ];
    expect((await preview(test, rows)).body.columns.map(({ field }) => field)).toEqual(['', '', 'location']);
    await importRows(test, rows, { columns: 'name,email,' });
    expect((await preview(test, rows)).body.columns.map(({ field }) => field)).toEqual(['name', 'email', '']);
  });
});
