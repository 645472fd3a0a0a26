/** Tests the timeline of a user. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { changeUser } from '#contract/user/endpoints.ts';
import { listUserTimeline } from '#contract/user/timeline.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { userRoutes } from './routes.ts';
import { testPerson } from './testing/person.ts';

let test: TestApp;
let admin: TestCaller;
let service: TestCaller;
beforeAll(async () => {
  test = await testAppOf([userRoutes]);
  admin = await test.as('admin');
  service = await test.as('customer-service');
});
afterAll(() => test.close());

const timeline = async (id: string, query: object = {}, caller = admin) =>
  (await caller.call(listUserTimeline, { params: { id }, query: { pageSize: 100, ...query } })).body;
/** Entries as sentences, oldest first. */
const sentencesOf = async (id: string, query: object = {}, caller = admin) =>
  (await timeline(id, query, caller)).entries
    .toReversed()
    .map(({ by, text, record }) => [by?.name, text, record?.name].filter(Boolean).join(' '));
const nameOfAdmin = async () =>
  String((await test.sql('select name from "user" where id = $1', [admin.userId]))[0]?.['name']);
/** Sets what the trail has aside, as if records came from elsewhere. */
const withoutTrail = () => test.sql('delete from audit_record');

describe('a timeline', () => {
  it('has the broadcasts that reached them with the result, and their consent', async () => {
    const person = await testPerson(test.sql, 'Rani Putri');
    const add = async (name: string, channel: string, state: string, reason: string | null = null) =>
      test.sql(
        `with made as (insert into broadcast (tenant, name, channel) values ('coding', $2, $3) returning id)
          insert into broadcast_delivery (tenant, broadcast_id, user_id, state, reason, sent_at, error)
          select 'coding', id, $1, $4, $5, now(), 'Nomor tidak aktif' from made`,
        [person.id, name, channel, state, reason],
      );
    await add('Promo satu', 'mail', 'sent');
    await add('Promo dua', 'whatsapp', 'read');
    await add('Promo tiga', 'whatsapp', 'failed');
    await add('Promo empat', 'mail', 'skipped', 'refused');
    await test.sql(
      `insert into marketing_consent (tenant, user_id, channel, state, source) values ('coding', $1, 'whatsapp', 'refused', 'reply')`,
      [person.id],
    );
    const { entries } = await timeline(person.id, { kind: 'contact' }, service);
    expect(entries.map(({ text, record }) => [text, record?.name].filter(Boolean).join(' ')).toSorted()).toEqual([
      'Not delivered by WhatsApp: Promo tiga',
      'Opted out of broadcasts by WhatsApp',
      'Read by WhatsApp: Promo dua',
      'Sent by mail: Promo satu',
    ]);
    expect(entries.find(({ record }) => record?.name === 'Promo tiga')).toMatchObject({ note: 'Nomor tidak aktif' });
    expect(entries.find(({ record }) => record?.name === 'Promo satu')).toMatchObject({ note: '' });
  });

  it('is made of the records where the trail has nothing', async () => {
    const person = await testPerson(test.sql, 'Sari Dewi');
    await test.sql(`update "user" set joined_at = '2026-01-01T00:00:00Z' where id = $1`, [person.id]);
    await test.sql(`alter table course_user disable trigger audit_out`);
    await test.sql(`delete from course_user where user_id = $1`, [person.id]);
    await test.sql(`alter table course_user enable trigger audit_out`);
    await test.sql(
      `insert into course_user (tenant, course_id, user_id, assigned_at) values ('coding', $1, $2, '2026-01-04T00:00:00Z')`,
      [person.course, person.id],
    );
    await person.order('paid', { createdAt: '2026-01-02T00:00:00Z', paidAt: '2026-01-03T00:00:00Z' });
    await person.order('refunded', {
      createdAt: '2026-02-02T00:00:00Z',
      paidAt: '2026-02-03T00:00:00Z',
      refundedAt: '2026-02-04T00:00:00Z',
    });
    const lessons = [await person.lesson('Satu'), await person.lesson('Dua')];
    await person.complete(person.id, ...lessons);
    await test.sql(`update lesson_completion set completed_at = '2026-03-01T03:00:00Z' where user_id = $1`, [
      person.id,
    ]);
    const quiz = await person.quiz('Kuis 1');
    for (const score of [30, 90]) await person.attempt(person.id, quiz, score);
    await test.sql(`update quiz_attempt set submitted_at = '2026-03-02T03:00:00Z' where user_id = $1`, [person.id]);
    await person.handIn(person.id, null);
    await test.sql(`update project_submission set submitted_at = '2026-03-03T03:00:00Z' where user_id = $1`, [
      person.id,
    ]);
    await person.desk(
      'tracked-1',
      { kind: 'contact', at: '2026-03-04T03:00:00Z', template: 'Pengingat' },
      admin.userId,
    );
    await test.sql(
      `insert into learning_contact (tenant, user_id, course_id, day, at, by_id, channel, template_name, message)
        select 'coding', $1, $2, day, day + time '10:00', case when channel = 'mail' then $3::uuid end, channel, 'Ajak', 'Halo'
          from (values (date '2026-03-05', 'mail'), ('2026-03-06', 'whatsapp')) written (day, channel)`,
      [person.id, person.course, admin.userId],
    );
    await withoutTrail();
    const by = await nameOfAdmin();
    const [first, second] = (
      await test.sql('select invoice_number from "order" where user_id = $1 order by created_at', [person.id])
    ).map((order) => String(order['invoice_number']));
    expect(await sentencesOf(person.id)).toEqual([
      'Registered',
      `Ordered Kelas for Rp250.000 with the voucher HEMAT: ${first}`,
      `Paid ${first}`,
      'Got access to Kelas',
      `Ordered Kelas for Rp250.000 with the voucher HEMAT: ${second}`,
      `Paid ${second}`,
      `Refunded ${second}`,
      'Completed 2 lessons of Kelas',
      'Passed with 90 in 2 attempts: Kuis 1',
      'Handed in a project: Kelas',
      `${by} wrote on WhatsApp: Pengingat`,
      `${by} mailed “Ajak” about Kelas`,
      '“Ajak” written on WhatsApp about Kelas',
    ]);
  });

  it('names the member of staff who acted, and what is no longer there', async () => {
    const person = await testPerson(test.sql, 'Budi Santoso');
    await withoutTrail();
    const { courseUsers } = assignments;
    await admin.call(courseUsers.unassign, courseUsers.inputOf(person.course, [person.id]));
    await admin.call(courseUsers.assign, courseUsers.inputOf(person.course, [person.id]));
    await admin.call(changeUser, { params: { id: person.id }, body: { name: 'Budi Baru' } });
    await person.handIn(person.id, null);
    await test.sql(
      `update project_submission set status = 'checked', review_score = 80, reviewed_by = $2, reviewed_at = now() where user_id = $1`,
      [person.id, admin.userId],
    );
    const sentences = await sentencesOf(person.id);
    const by = await nameOfAdmin();
    expect(sentences.filter((sentence) => sentence.startsWith(by))).toEqual([
      `${by} removed the access to Kelas`,
      `${by} gave access to Kelas`,
      `${by} changed the name to “Budi Baru”`,
    ]);
    // The trail has the review, by a program; the record's own entry is left out.
    expect(sentences.filter((sentence) => sentence.includes('80'))).toEqual(['Project reviewed: 80 (B), Kelas']);
    await withoutTrail();
    expect((await sentencesOf(person.id)).filter((sentence) => sentence.includes('80'))).toEqual([
      `${by} reviewed Budi Baru’s project: 80 (B), Kelas`,
    ]);
  });

  it('has a name with “=” in full, and words for what was accepted and is settled', async () => {
    const person = await testPerson(test.sql, 'Indra');
    await admin.call(changeUser, { params: { id: person.id }, body: { name: 'A=B C' } });
    const gap = await test.sql(
      `insert into access_gap (tenant, kind, user_id, product_type, product_id, product_name, amount, since)
        values ('coding', 'access-unpaid', $1, 'courses', $2, 'Kelas', 0, now()) returning id`,
      [person.id, person.course],
    );
    await test.sql(`update access_gap set intended_reason = 'gift', intended_at = now() where id = $1`, [
      gap[0]?.['id'],
    ]);
    const latest = async () => (await sentencesOf(person.id)).slice(-2);
    const by = await nameOfAdmin();
    const renamed = `${by} changed the name to “A=B C”`;
    expect(await latest()).toEqual([renamed, 'Accepted the access to Kelas as it is: gift']);
    await test.sql('delete from access_gap where id = $1', [gap[0]?.['id']]);
    expect(await latest()).toEqual([renamed, 'Accepted the access to a product as it is: gift']);
  });

  it('is filtered by kind, and paged without losses', async () => {
    const person = await testPerson(test.sql, 'Citra');
    await person.order('unpaid', { createdAt: '2026-01-02T00:00:00Z' });
    expect((await timeline(person.id, { kind: 'order' })).entries.map(({ kind }) => kind)).toEqual(['order']);
    await person.study(12);
    const all = (await timeline(person.id)).entries;
    expect(all).toHaveLength(15);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => timeline(person.id, { page, pageSize: 6 })));
    expect(pages.map(({ totalItems, entries }) => [totalItems, entries.length])).toEqual([
      [15, 6],
      [15, 6],
      [15, 3],
      [15, 0],
    ]);
    expect(pages.flatMap(({ entries }) => entries)).toEqual(all);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it('shows sign-ins and changes of the account only to those who read the trail', async () => {
    const person = await testPerson(test.sql, 'Dodi');
    await admin.call(changeUser, { params: { id: person.id }, body: { name: 'Dodi Baru' } });
    const changed = (sentences: string[]) => sentences.filter((sentence) => sentence.includes('changed'));
    expect(changed(await sentencesOf(person.id))).toHaveLength(1);
    expect(changed(await sentencesOf(person.id, {}, service))).toEqual([]);
    expect(await sentencesOf(person.id, { kind: 'account' }, service)).toEqual(['Registered']);
  });

  it.each([
    ['of the records', 'AAAAAAAAAA', withoutTrail],
    ['of the trail', 'BBBBBBBBBB', () => undefined],
  ])(
    'shows customer service no notes, scores and marks that it may not read elsewhere, %s',
    async (_, code, prepare) => {
      const person = await testPerson(test.sql, 'Fitri');
      await person.handIn(person.id, null);
      await test.sql(`update project_submission set note = 'Rahasia anggota' where user_id = $1`, [person.id]);
      await test.sql(
        `update project_submission set status = 'checked', review_score = 55, review_note = 'Rahasia penilai', reviewed_at = now() where user_id = $1`,
        [person.id],
      );
      for (const [status, name] of [
        ['PRESENT', 'Satu'],
        ['SICK', 'Dua'],
        ['EXCUSED', 'Tiga'],
      ] as const)
        await test.sql(
          `insert into attendance (tenant, lesson_id, user_id, status, note) values ('coding', $1, $2, $3, 'Rahasia kesehatan')`,
          [await person.lesson(name, 'LIVE_CLASS'), person.id, status],
        );
      await person.attempt(person.id, await person.quiz('Kuis lulus'), 95);
      await person.attempt(person.id, await person.quiz('Kuis gagal'), 15);
      await test.sql(
        `insert into certificate (tenant, code, user_id, course_id, name, course_name, score, grade) values ('coding', $1, $2, $3, 'Fitri', 'Kelas', 88, 'A')`,
        [code, person.id, person.course],
      );
      await prepare();
      const withheld = /Rahasia|55|95|15|Sakit|Izin|Hadir|pass/i;
      const read = async (caller: TestCaller) => (await timeline(person.id, {}, caller)).entries;
      expect((await read(admin)).filter(({ text, note }) => withheld.test(`${text} ${note}`))).toHaveLength(7);
      const entries = await read(service);
      expect(entries.filter(({ text, note }) => withheld.test(`${text} ${note}`))).toEqual([]);
      expect(entries.map(({ text, record }) => `${text} ${record?.name ?? ''}`)).toEqual(
        expect.arrayContaining([
          'Handed in a project: Kelas',
          'Project reviewed: Kelas',
          'Attended Satu',
          'Did not attend Dua',
          'Did not attend Tiga',
          'Took the quiz Kuis lulus',
          'Took the quiz Kuis gagal',
          'Got the certificate of Kelas',
        ]),
      );
    },
  );

  it('names a certificate whose course was deleted, not among changes of the account', async () => {
    const person = await testPerson(test.sql, 'Gita');
    await test.sql(
      `insert into certificate (tenant, code, user_id, course_id, name, course_name) values ('coding', 'GTAGTAGTAG', $1, $2, 'Gita', 'Kelas')`,
      [person.id, person.course],
    );
    await test.sql('delete from certificate where user_id = $1', [person.id]);
    const sentence = 'Got the certificate of a deleted course';
    expect(await sentencesOf(person.id)).toContain(sentence);
    expect(await sentencesOf(person.id, { kind: 'submission' })).toEqual([sentence]);
    expect(await sentencesOf(person.id, { kind: 'account' })).not.toContain(sentence);
  });

  it('is 404 for a user of another brand, and 403 for instructors', async () => {
    const person = await testPerson(test.sql, 'Eka');
    const other = await test.as('admin', 'cyber');
    expect((await other.call(listUserTimeline, { params: { id: person.id } })).status).toBe(404);
    const instructor = await test.as('instructor');
    expect((await instructor.call(listUserTimeline, { params: { id: person.id } })).status).toBe(403);
  });
});
