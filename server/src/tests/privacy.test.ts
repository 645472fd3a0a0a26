/** Tests requests for personal data: the queue, the dossier, and that an erased person is found nowhere. */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToday } from '#contract/home/endpoints.ts';
import { mergeUsers } from '#contract/user/merge.ts';
import * as contract from '#contract/user/privacy.ts';
import { getUserProfile } from '#contract/user/endpoints.ts';
import type { JobContext } from '#platform/jobs/job.ts';
import { storeGenerated } from '#platform/storage/generated.ts';
import { typeOfMedia } from '#contract/kernel/upload.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { erasePersonJob, makeDossierJob } from '../areas/user/privacy/jobs.ts';
import { testDocuments } from '../areas/user/privacy/testing/documents.ts';
import { testPerson } from '../areas/user/testing/person.ts';
import { testApp } from './app.ts';

/** Texts that are this person's alone. */
const canary = /kenari|5566-?7788|55667788|rahasia/i;

let test: TestApp;
let admin: TestCaller;
let superadmin: TestCaller;
let documents: Awaited<ReturnType<typeof testDocuments>>;
beforeAll(async () => {
  documents = await testDocuments();
  test = await testApp(documents.environment);
  admin = await test.as('admin');
  superadmin = await test.as('superadmin');
});
afterAll(async () => {
  await test.close();
  await documents.close();
});

type Person = Awaited<ReturnType<typeof testPerson>>;

const note = (userId: string, kind: 'dossier' | 'erasure', askedAt = new Date(Date.now() - 60_000).toISOString()) =>
  admin.call(contract.notePrivacyRequest, { params: { id: userId }, body: { kind, askedAt } });
const requests = async (id: string) =>
  (await admin.call(contract.listPrivacyRequests, { params: { id } })).body.requests;
const folder = () => join(test.app.deps.config.dataDir, 'mail');

/** Runs a job of the outbox as the worker does. */
async function work(job: typeof erasePersonJob): Promise<void> {
  for (const { ids } of await test.sql(`delete from outbox where job = $1 returning ids`, [job.name]))
    await job.run({
      db: test.database.tenant('coding'),
      ids,
      tenant: 'coding',
      config: test.app.deps.config,
      storage: test.app.deps.storage,
      store: test.jobs,
      signal: AbortSignal.timeout(30_000),
      isLastTry: true,
    } as unknown as JobContext<typeof job.ids>);
}

/** A member with something in every kind of place. */
async function known(): Promise<Person> {
  const person = await testPerson(test.sql, 'Kenari Emas');
  const { id } = person;
  const email = `kenari.${id}@contoh.test`;
  await test.sql(
    `update "user" set email = $2, phone_number = '0812-5566-7788', phone_e164 = '+6281255667788', uoc = 'Kampus rahasia',
    image = $3 where id = $1`,
    [id, email, await file('foto-rahasia.png')],
  );
  await test.sql(
    `insert into project_submission (tenant, user_id, course_id, note, file_url) values ('coding', $1, $2, 'rahasia', $3)`,
    [id, person.course, await file('tugas-kenari.pdf')],
  );
  await test.sql(
    `insert into certificate (tenant, name, code, course_id, user_id, course_name, status, file_url)
      values ('coding', 'Kenari Emas', 'KENA222222', $1, $2, 'Kelas', 'issued', $3)`,
    [person.course, id, await file('sertifikat.pdf')],
  );
  const own = { ...person, email };
  await person.order('paid', { createdAt: '2026-10-01T03:00:00Z', paidAt: '2026-10-01T04:00:00Z' });
  await test.sql(`update "order" set user_email = $2, user_phone = '0812 5566 7788' where user_id = $1`, [id, email]);
  await test.sql(
    `insert into desk_order (tenant, id, status, user_email, note) values ('coding', $1, 'unpaid', $2, 'rahasia')`,
    [`d-${id}`, email],
  );
  await test.sql(
    `insert into desk_event (tenant, order_id, user_id, kind, note) values ('coding', $1, $2, 'note', 'Kenari rahasia')`,
    [`d-${id}`, admin.userId],
  );
  await test.sql(
    `insert into tracking_document (tenant, collection, id, fields) values ('coding', 'order_staging', $1, $2)`,
    [
      `d-${id}`,
      {
        user_email: { stringValue: email.toUpperCase() },
        user_name: { stringValue: 'K. Rahasia' },
        user_phone: { stringValue: '+6281255667788' },
      },
    ],
  );
  documents.stored.set(`d-${id}`, { user_email: { stringValue: email }, user_name: { stringValue: 'Kenari' } });
  await test.sql(
    `insert into saved_view (tenant, user_id, name, list, query, is_shared) values ('coding', $1, $3, 'orders', $2, true)`,
    [admin.userId, `search=${encodeURIComponent(email)}`, `Pesanan ${id}`],
  );
  await test.sql(
    `insert into batch (tenant, kind, change, title, user_id, user_name, filter) values ('coding', 'order-status', '{}', 'Set', $1, 'Tester',
    jsonb_build_object('search', $2::text))`,
    [admin.userId, email],
  );
  await test.sql(`insert into sign_in_failure (tenant, email, address) values ('coding', $1, '::1')`, [email]);
  await test.sql(
    `insert into idempotency (tenant, user_id, key, request_hash, reply) values ('coding', $1, $2, '', jsonb_build_object('email', $3::text))`,
    [admin.userId, id, email],
  );
  await mkdir(folder(), { recursive: true });
  await writeFile(join(folder(), `${id}.eml`), `To: Kenari <${email}>\r\n\r\nHalo`);
  return own;
}

async function file(name: string): Promise<string> {
  const isImage = name.endsWith('.png');
  const type = typeOfMedia(isImage ? 'image/png' : 'application/pdf')!;
  const { db, storage } = { db: test.database.tenant('coding'), storage: test.app.deps.storage };
  return (
    await storeGenerated(db, storage, {
      tenant: 'coding',
      prefix: 'berkas',
      name,
      type,
      content: Buffer.from(`isi ${name}`),
    })
  ).url;
}

/** Every row of every table of the database as text, by table. */
async function dump(): Promise<string[]> {
  const tables = await test.sql(`select oid::regclass::text as name from pg_class where relkind in ('r', 'p')
    and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`);
  const found: string[] = [];
  for (const { name } of tables)
    for (const { row } of await test.sql(`select one::text as row from ${String(name)} one`))
      found.push(`${String(name)}: ${String(row)}`);
  return found;
}

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => `${entry.name}: ${await readFile(join(entry.parentPath, entry.name), 'latin1')}`),
  );
}

describe('a request', () => {
  it('is due 72 hours after it was made, once of a kind, and can be withdrawn', async () => {
    const { id } = await testPerson(test.sql, 'Rina');
    expect((await note(id, 'dossier', '2026-11-20T03:00:00Z')).status).toBe(201);
    expect((await note(id, 'dossier')).problem).toMatchObject({ status: 409, errors: [{ path: 'kind' }] });
    const [request] = await requests(id);
    expect(request).toMatchObject({
      kind: 'dossier',
      state: 'open',
      dueAt: '2026-11-23T03:00:00.000Z',
      notedBy: 'Tester admin',
    });
    const params = { id: request!.requestId };
    const waiting = async () => (await admin.call(getToday, { query: { kind: 'privacy-request' } })).body.items;
    expect(await waiting()).toMatchObject([
      { name: 'Rina', about: 'Dossier', at: '2026-11-23T03:00:00.000Z', record: { id } },
    ]);
    expect((await admin.call(contract.withdrawPrivacyRequest, { params })).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect((await admin.call(contract.makeDossier, { params })).status).toBe(409);
    expect((await note(id, 'dossier', '2099-01-01T00:00:00Z')).problem.errors).toMatchObject([{ path: 'askedAt' }]);
  });

  it('is not erased by an admin, nor with another e-mail', async () => {
    const { id } = await testPerson(test.sql, 'Rina');
    const { body } = await note(id, 'erasure');
    const params = { id: body.requestId };
    expect((await admin.call(contract.erasePerson, { params, body: { confirmation: 'a@b.test' } })).status).toBe(403);
    const refused = await superadmin.call(contract.erasePerson, { params, body: { confirmation: 'a@b.test' } });
    expect(refused.problem).toMatchObject({ status: 400, errors: [{ path: 'confirmation' }] });
    expect((await requests(id))[0]!.state).toBe('open');
  });
});

describe('a person', () => {
  let person: Person;
  beforeAll(async () => {
    person = await known();
  });

  it('gets a dossier with rows, files, the trail and the documents in Firestore, and records that it was opened', async () => {
    const { id, email } = person;
    const { body } = await note(id, 'dossier');
    await admin.call(contract.makeDossier, { params: { id: body.requestId } });
    await work(makeDossierJob);
    expect((await requests(id))[0]).toMatchObject({ state: 'done', hasFile: true });
    const { body: opened } = await admin.call(contract.openDossier, { params: { id: body.requestId } });
    const answer = await test.app.inject({ url: opened.url });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    const archive = unzipSync(answer.rawPayload);
    const names = Object.keys(archive);
    expect(names.filter((name) => name.startsWith('files/')).toSorted()).toEqual([
      'files/Certificate sertifikat.pdf',
      'files/Picture foto-rahasia.png',
      'files/Submission tugas-kenari.pdf',
    ]);
    const data = JSON.parse(strFromU8(archive['data.json']!)) as Record<string, unknown[]>;
    expect(data).toMatchObject({
      Account: [{ id, email }],
      Orders: [{ user_email: email }],
      Submissions: [{ note: 'rahasia' }],
      'Tracked orders in Firestore': [{ id: `d-${id}` }],
    });
    expect(data['History']!.length).toBeGreaterThan(0);
    expect(JSON.stringify(data)).not.toContain('password_hash":"$');
    const page = strFromU8(archive['index.html']!);
    expect(page).toContain('Kenari Emas');
    expect(page).toContain('<a href="files/Submission%20tugas-kenari.pdf">Submission tugas-kenari.pdf</a>');
    const [, submissions] = /<h2>Submissions \(1\)<\/h2>(.*)/.exec(page) ?? [];
    expect([...(submissions ?? '').matchAll(/<th>(.*?)<\/th>/g)].map(([, heading]) => heading)).toEqual(
      expect.arrayContaining(['Course', 'Attempt', 'File', 'Note', 'Submitted']),
    );
    expect(page).not.toMatch(/<t[hd]>([^<]*: )?(\w+_\w+|[0-9a-f]{8}-[0-9a-f-]{27})[<;]/);
    expect(
      await test.sql(
        `select action from audit where action like 'dossier%' and belongs_to @> array['user:' || $1] order by id`,
        [id],
      ),
    ).toEqual([{ action: 'dossier-begun' }, { action: 'dossier-read' }]);
  });

  it('is found nowhere after an erasure: not in the database, the files, the mails and Firestore; it says what is kept and why', async () => {
    const other = await testPerson(test.sql, 'Burung Kenari');
    await test.sql(`update "user" set email = 'kenari2@contoh.test' where id = $1`, [other.id]);
    await admin.call(mergeUsers, { params: { id: person.id }, body: { userId: other.id } });
    const { body: preview } = await superadmin.call(contract.previewErasure, { params: { id: person.id } });
    expect(preview.rows).toContainEqual({ label: 'certificate', count: 1, deed: 'deleted', reason: '' });
    expect(preview.rows).toContainEqual(
      expect.objectContaining({ label: 'order', count: 1, deed: 'kept', reason: expect.stringContaining('ten years') }),
    );

    const { body } = await note(person.id, 'erasure');
    const call = { params: { id: body.requestId }, body: { confirmation: person.email } };
    expect((await superadmin.call(contract.erasePerson, call)).status).toBe(200);
    expect(await test.sql(`select status from "user" where id = $1`, [person.id])).toEqual([{ status: 0 }]);
    await work(erasePersonJob);
    expect((await requests(person.id))[0]).toMatchObject({ state: 'done', error: null });
    expect((await dump()).filter((row) => canary.test(row))).toEqual([]);
    expect((await filesIn(test.app.deps.config.dataDir)).filter((row) => canary.test(row))).toEqual([]);
    expect([...documents.stored.values()].filter((fields) => canary.test(JSON.stringify(fields)))).toEqual([]);
    expect((await admin.call(getUserProfile, { params: { id: person.id } })).body).toMatchObject({
      name: 'Erased person',
      email: `erased-${person.id}@erased.invalid`,
      erasedAt: expect.any(String),
    });
    const kept = await test.sql(`select total_amount, user_name, user_phone from "order" where user_id = $1`, [
      person.id,
    ]);
    expect(kept).toEqual([{ total_amount: 250000, user_name: 'Erased person', user_phone: '' }]);
    expect((await requests(person.id))[0]!.report).toContainEqual(
      expect.objectContaining({ label: 'order', deed: 'kept' }),
    );
    expect((await note(person.id, 'dossier')).status).toBe(409);
  });
});
