/** Tests the learning desk: the facts against SQL of its own, the list, messages, and whether they helped. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getGradebook } from '#contract/course/gradebook.ts';
import { listAtRisk, listLearningContacts, listRiskTemplates, writeToMembers } from '#contract/course/risk.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import type { Letter } from '#platform/mail/mailer.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { storeAtRisk } from '#shared/at-risk.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { courseRoutes } from '../routes.ts';
import { riskRoutes } from './routes.ts';
import { sendLearningMail } from './service.ts';

let test: TestApp;
let instructor: TestCaller;
beforeAll(async () => {
  test = await testAppOf([riskRoutes, courseRoutes]);
  instructor = await test.as('instructor');
});
afterAll(() => test.close());
// Members of drafts are not at risk.
beforeEach(async () => {
  await test.sql(`update course set is_published = false`);
  await test.sql(`delete from learning_contact`);
});

type Query = NonNullable<CallInput<typeof listAtRisk>['query']>;

const store = () => storeAtRisk(test.database.tenant('coding'));
const read = async (query: Query = {}, who = instructor) => (await who.call(listAtRisk, { query })).body;
const namesOf = async (query: Query = {}, who = instructor) => (await read(query, who)).members.map(({ name }) => name);

/** Published course; `since`: its members have had it for that many days. */
async function course(days = 3) {
  const made = await taughtCourse(test.sql);
  await test.sql(`update course set is_published = true, name = 'Kelas ' || right(slug, 3) where id = $1`, [
    made.course,
  ]);
  const member = async (name: string) => {
    const id = await made.member(name);
    await test.sql(
      `update course_user set assigned_at = now() - $3 * interval '1 day' where course_id = $1 and user_id = $2`,
      [made.course, id, days],
    );
    return id;
  };
  const held = async (daysAgo: number) => {
    const id = await made.lesson(`Kelas ${daysAgo}`, 'LIVE_CLASS');
    await test.sql(
      `update lesson set start_at = now() - $2 * interval '1 day', end_at = now() - $2 * interval '1 day' + interval '1 hour' where id = $1`,
      [id, daysAgo],
    );
    return id;
  };
  return { ...made, member, held };
}

const storedNow = () =>
  test.sql(`select user_id, course_id from at_risk where tenant = 'coding' order by user_id, course_id`);

/** Members at risk by SQL that looks at each member and course. */
const independent = () =>
  test.sql(
    `select link.user_id, link.course_id from course_user link join course on course.id = link.course_id
      where link.tenant = 'coding' and course.is_published and (
        (select count(*) from attendance a join lesson l on l.id = a.lesson_id join course_section s on s.id = l.section_id
          where s.course_id = course.id and a.user_id = link.user_id and a.status = 'ABSENT' and l.start_at > now() - interval '30 days') >= 2
        or exists (select from quiz q join course_section s on s.id = q.section_id where s.course_id = course.id and q.type = 'QUIZ'
          and (select count(*) from quiz_attempt t where t.quiz_id = q.id and t.user_id = link.user_id) >= 2
          and not exists (select from quiz_attempt t where t.quiz_id = q.id and t.user_id = link.user_id and t.score >= q.passing_score))
        or link.assigned_at < now() - interval '10 days'
          and not exists (select from lesson_completion d join lesson l on l.id = d.lesson_id join course_section s on s.id = l.section_id
            where s.course_id = course.id and d.user_id = link.user_id and d.completed_at >= now() - interval '10 days')
          and not exists (select from quiz_attempt t join quiz q on q.id = t.quiz_id join course_section s on s.id = q.section_id
            where s.course_id = course.id and t.user_id = link.user_id and t.submitted_at >= now() - interval '10 days')
          and not exists (select from attendance a join lesson l on l.id = a.lesson_id join course_section s on s.id = l.section_id
            where s.course_id = course.id and a.user_id = link.user_id and a.status in ('PRESENT', 'LATE')
              and l.start_at >= now() - interval '10 days'))
      order by 1, 2`,
  );

/** Lets days pass: moves what is stored about the past, and what is due, without a trigger that sees a change. */
const pass = (days: number) =>
  test.sql(`do $$ begin
    perform set_config('session_replication_role', 'replica', true);
    update course_user set assigned_at = assigned_at - interval '${days} days';
    update lesson_completion set completed_at = completed_at - interval '${days} days';
    update quiz_attempt set submitted_at = submitted_at - interval '${days} days';
    update lesson set start_at = start_at - interval '${days} days', end_at = end_at - interval '${days} days';
    update at_risk set since = since - interval '${days} days';
    update risk_check set due_at = due_at - interval '${days} days';
  end $$`);

describe('a member is at risk', () => {
  it('who missed two classes within 30 days, or failed a quiz twice, or did nothing for ten days, with the numbers', async () => {
    const { member, held, mark, attempt, quiz, lesson, complete } = await course(11);
    const [first, second, old] = [await held(9), await held(2), await held(31)];
    const [hard, survey, done] = [await quiz('Sulit'), await quiz('Survei', 'SURVEY'), await lesson('Satu')];
    const [ayu, bima, citra, dewi, eka] = [
      await member('Ayu'),
      await member('Bima'),
      await member('Citra'),
      await member('Dewi'),
      await member('Eka'),
    ];
    for (const active of [ayu, bima, dewi]) await complete(active, done);
    for (const missed of [first, second]) await mark(ayu, missed, 'ABSENT');
    for (const score of [10, 20, 30]) await attempt(bima, hard, score);
    // One class and an old one missed, a quiz passed at the second attempt, a survey, which nobody fails.
    for (const missed of [second, old]) await mark(dewi, missed, 'ABSENT');
    await mark(dewi, first, 'SICK');
    for (const score of [10, 90]) await attempt(dewi, hard, score);
    for (const score of [0, 0]) await attempt(dewi, survey, score);
    // Absent is no work, and late is.
    await mark(citra, first, 'ABSENT');
    await mark(eka, first, 'LATE');
    await store();
    const { members: found, totalItems } = await read();
    const members = found.toSorted((one, other) => one.name.localeCompare(other.name));
    expect(totalItems).toBe(3);
    expect(members).toMatchObject([
      { userId: ayu, risk: { facts: ['absent'], absences: 2, failures: 0, failedQuiz: null, idleDays: 0 } },
      { userId: bima, risk: { facts: ['failed'], absences: 0, failures: 3, failedQuiz: 'Sulit', absentOn: null } },
      { userId: citra, risk: { facts: ['idle'], absences: 1, idleDays: 11 }, lastContact: null, isWrittenToday: false },
    ]);
    const [held2] = await test.sql(
      `select (start_at at time zone 'Asia/Jakarta')::date::text as day from lesson where id = $1`,
      [second],
    );
    expect(members[0]!.risk.absentOn).toBe(held2!['day']);
  });

  it('exactly if SQL by member and course finds a fact', async () => {
    for (let n = 0; n < 3; n += 1) {
      const { member, held, mark, attempt, quiz, lesson, complete } = await course(4 + 6 * n);
      const [classes, one, work] = [
        [await held(1), await held(8), await held(29)],
        await quiz('Kuis'),
        await lesson('L'),
      ];
      for (let m = 0; m < 12; m += 1) {
        const id = await member(`Peserta ${n} ${m}`);
        for (const [at, lessonId] of classes.entries())
          if ((m + n) % (at + 2) === 0) await mark(id, lessonId, m % 2 ? 'ABSENT' : 'PRESENT');
        for (let k = 0; k < m % 4; k += 1) await attempt(id, one, (30 * m + 17 * k) % 100);
        if (m % 5 === 0) await complete(id, work);
      }
    }
    await store();
    const [stored, expected] = [await storedNow(), await independent()];
    expect(expected.length).toBeGreaterThan(5);
    expect(expected.length).toBeLessThan(36);
    expect(stored).toEqual(expected);
    const book = await instructor.call(getGradebook, {
      params: { id: String(expected[0]!['course_id']) },
      query: { isAtRisk: 'true', pageSize: 100 },
    });
    expect(book.body.members.map(({ userId }) => userId).toSorted()).toEqual(
      expected
        .filter((row) => row['course_id'] === expected[0]!['course_id'])
        .map((row) => row['user_id'])
        .toSorted(),
    );
  });

  it('or no longer, as soon as something changes or enough days have passed', async () => {
    const { course: id, member, held, mark, attempt, quiz, lesson, complete } = await course(11);
    const [first, second, hard, done] = [await held(9), await held(20), await quiz('Sulit'), await lesson('Satu')];
    const [ayu, bima] = [await member('Ayu'), await member('Bima')];
    const changes: Record<string, () => Promise<unknown>> = {
      'nothing was done': async () => undefined,
      'both completed a lesson': () => Promise.all([complete(ayu, done), complete(bima, done)]),
      'one completion was taken back': () => test.sql(`delete from lesson_completion where user_id = $1`, [bima]),
      'and was made again': () => complete(bima, done),
      'one missed two classes': () => Promise.all([mark(ayu, first, 'ABSENT'), mark(ayu, second, 'ABSENT')]),
      'one class was long ago': () =>
        test.sql(`update lesson set start_at = now() - interval '40 days' where id = $1`, [second]),
      'it was not': () => test.sql(`update lesson set start_at = now() - interval '20 days' where id = $1`, [second]),
      'a quiz was failed twice': async () => {
        for (const score of [50, 60]) await attempt(bima, hard, score);
      },
      'its passing score fell': () => test.sql(`update quiz set passing_score = 55 where id = $1`, [hard]),
      'it rose': () => test.sql(`update quiz set passing_score = 80 where id = $1`, [hard]),
      'the quiz was deleted': () => test.sql(`delete from quiz where id = $1`, [hard]),
      'the account was closed': () => test.sql(`update "user" set status = 0 where id = $1`, [ayu]),
      'it was opened': () => test.sql(`update "user" set status = 1 where id = $1`, [ayu]),
      'the course became a draft': () => test.sql(`update course set is_published = false where id = $1`, [id]),
      'it was published': () => test.sql(`update course set is_published = true where id = $1`, [id]),
      'two days passed': () => pass(2),
      'nine days passed': () => pass(9),
      'a class was attended': () => mark(bima, first, 'PRESENT'),
      'twenty days passed': () => pass(20),
      'a member left': () => test.sql(`delete from course_user where user_id = $1`, [bima]),
    };
    const names: Record<string, unknown> = {};
    for (const [name, change] of Object.entries(changes)) {
      await change();
      await store();
      const stored = await storedNow();
      expect(stored, name).toEqual(
        (await independent()).filter((row) => row['user_id'] !== ayu || name !== 'the account was closed'),
      );
      names[name] = (await namesOf()).toSorted().join(' and ');
    }
    expect(names).toEqual({
      'nothing was done': 'Ayu and Bima',
      'both completed a lesson': '',
      'one completion was taken back': 'Bima',
      'and was made again': '',
      'one missed two classes': 'Ayu',
      'one class was long ago': '',
      'it was not': 'Ayu',
      'a quiz was failed twice': 'Ayu and Bima',
      'its passing score fell': 'Ayu',
      'it rose': 'Ayu and Bima',
      'the quiz was deleted': 'Ayu',
      'the account was closed': '',
      'it was opened': 'Ayu',
      'the course became a draft': '',
      'it was published': 'Ayu',
      'two days passed': 'Ayu',
      'nine days passed': 'Ayu and Bima',
      'a class was attended': 'Ayu and Bima',
      'twenty days passed': 'Ayu and Bima',
      'a member left': 'Ayu',
    });
  });

  it('without a write where nothing changed', async () => {
    const { member } = await course(12);
    await member('Ayu');
    await store();
    const versions = () => test.sql(`select xmin::text from at_risk union all select xmin::text from at_risk_day`);
    const before = await versions();
    expect(before.length).toBeGreaterThan(1);
    await store();
    expect(await versions()).toEqual(before);
  });

  it('not before the course begins', async () => {
    const { member, course: id } = await course(20);
    await member('Ayu');
    await test.sql(
      `update course set type = 1, shift_id = 1, start_date = current_date - 2, end_date = current_date + 30 where id = $1`,
      [id],
    );
    await store();
    expect(await namesOf()).toEqual([]);
  });
});

describe('the list', () => {
  it('is narrowed by course, fact, search and messages, and sorted', async () => {
    const [one, two] = [await course(12), await course(30)];
    const [hard, adi] = [await two.quiz('Sulit'), await one.member('Adi')];
    const budi = await two.member('Budi');
    for (const score of [1, 2]) await two.attempt(budi, hard, score);
    await two.member('Citra');
    await store();
    expect(await namesOf()).toEqual(['Citra', 'Adi', 'Budi']);
    expect(await namesOf({ sort: '-since' })).toEqual(['Budi', 'Adi', 'Citra']);
    expect(await namesOf({ courseId: two.course })).toEqual(['Citra', 'Budi']);
    expect(await namesOf({ fact: 'failed' })).toEqual(['Budi']);
    expect(await namesOf({ fact: 'absent' })).toEqual([]);
    expect(await namesOf({ search: 'adi' })).toEqual(['Adi']);
    await write([{ userId: adi, courseId: one.course }]);
    expect(await namesOf({ isContacted: 'true' })).toEqual(['Adi']);
    expect(await namesOf({ isContacted: 'false' })).toEqual(['Citra', 'Budi']);
  });

  it('says how many there are by course and fact, and how many there were a week ago', async () => {
    const [one, two] = [await course(12), await course(30)];
    const hard = await two.quiz('Sulit');
    for (const [at, name] of ['Adi', 'Budi'].entries()) {
      const id = await two.member(name);
      for (const score of [1, 2].slice(at)) await two.attempt(id, hard, score);
    }
    await one.member('Citra');
    await store();
    const countsOf = async (query: Query = {}) => (await read(query)).counts;
    expect(await countsOf()).toEqual({ today: 2, weekAgo: null });
    await test.sql(
      `insert into at_risk_day (tenant, day, course_id, members, idle, absent, failed)
        select 'coding', (now() at time zone 'Asia/Jakarta')::date - 7, $1, 9, 8, 7, 6`,
      [two.course],
    );
    expect(await countsOf()).toEqual({ today: 2, weekAgo: 9 });
    expect(await countsOf({ courseId: two.course, fact: 'failed' })).toEqual({ today: 1, weekAgo: 6 });
    expect(await countsOf({ courseId: one.course, fact: 'idle' })).toEqual({ today: 1, weekAgo: null });
    await two.attempt((await read({ search: 'adi' })).members[0]!.userId, hard, 100);
    await store();
    expect(await countsOf({ courseId: two.course })).toEqual({ today: 0, weekAgo: 9 });
  });

  it('has only the courses that name the instructor, where the brand says so, and nothing of another brand', async () => {
    const [own, other] = [await course(12), await course(12)];
    const [adi, budi] = [await own.member('Adi'), await other.member('Budi')];
    await store();
    await test.sql(
      `update course set instructors = jsonb_build_array(jsonb_build_object('name', 'I', 'userId', $2::text)) where id = $1`,
      [own.course, instructor.userId],
    );
    await test.sql(`update brand_setting set instructor_courses = 'named' where tenant = 'coding'`);
    try {
      await expect.poll(() => namesOf(), { timeout: 10_000 }).toEqual(['Adi']);
      const both = [
        { userId: adi, courseId: own.course },
        { userId: budi, courseId: other.course },
      ];
      expect((await write(both)).problem).toMatchObject({ status: 400, errors: [{ path: 'members.1.userId' }] });
      expect(await test.sql('select from learning_contact')).toEqual([]);
      expect((await write([both[0]!])).body.contacted).toEqual([both[0]]);
    } finally {
      await test.sql(`update brand_setting set instructor_courses = 'all' where tenant = 'coding'`);
      await expect.poll(async () => (await namesOf()).toSorted(), { timeout: 10_000 }).toEqual(['Adi', 'Budi']);
    }
    expect(await namesOf({}, await test.as('admin', 'cyber'))).toEqual([]);
    expect((await (await test.as('customer-service')).call(listAtRisk, {})).status).toBe(403);
  });
});

const templates = async () => (await instructor.call(listRiskTemplates, {})).body;
async function write(members: { userId: string; courseId: string }[], channel: 'mail' | 'whatsapp' = 'mail') {
  const [template] = (await templates()).templates;
  return instructor.call(writeToMembers, { body: { channel, templateId: template!.templateId, members } });
}
const outbox = () => test.sql(`select ids from outbox where job = 'send-learning-mail'`);
afterEach(() => test.sql(`delete from outbox`));

describe('a message', () => {
  it('is mailed once a day to each, filled in, and listed', async () => {
    const { member, course: courseId } = await course(12);
    const [adi, budi] = [await member('Adi'), await member('Budi')];
    await store();
    const members = [adi, budi].map((userId) => ({ userId, courseId }));
    expect((await write([members[0]!])).body).toEqual({ contacted: [members[0]], refused: [] });
    const again = await write(members);
    expect(again.body).toEqual({
      contacted: [members[1]],
      refused: [{ ...members[0], message: 'Has had a message today' }],
    });
    const jobs = await outbox();
    expect(jobs).toHaveLength(2);
    const letters: Letter[] = [];
    const ids = jobs[0]!['ids'] as { contactId: string };
    const context = {
      db: test.database.tenant('coding'),
      tenant: 'coding',
      key: ids.contactId,
      ids,
      config: { brands: { coding: 'Coding' } },
      mailer: { send: (letter: Letter) => Promise.resolve(void letters.push(letter)) },
    };
    for (let run = 0; run < 2; run += 1) await sendLearningMail.run(context as never);
    expect(letters).toHaveLength(1);
    expect(letters[0]).toMatchObject({ to: { name: 'Adi' }, text: expect.stringContaining('Halo Kak Adi, ') });
    expect(letters[0]!.text).not.toContain('{');
    const { contacts, figures } = (await instructor.call(listLearningContacts, { query: { search: 'adi' } })).body;
    expect(contacts).toMatchObject([{ userId: adi, courseId, channel: 'mail', outcome: 'waiting', helpedAt: null }]);
    expect(figures).toEqual({ contacted: 1, helped: 0, waiting: 1 });
    expect((await read({ search: 'adi' })).members[0]).toMatchObject({
      isWrittenToday: true,
      lastContact: { outcome: 'waiting' },
    });
  });

  it('over WhatsApp needs a number, and sends no mail', async () => {
    const { member, course: courseId } = await course(12);
    const [adi, budi] = [await member('Adi'), await member('Budi')];
    await test.sql(`update "user" set phone_number = '081234567890' where id = $1`, [adi]);
    await store();
    const { body } = await write(
      [adi, budi].map((userId) => ({ userId, courseId })),
      'whatsapp',
    );
    expect(body.contacted).toEqual([{ userId: adi, courseId }]);
    expect(body.refused).toMatchObject([{ userId: budi, message: 'Has no phone number that WhatsApp accepts' }]);
    expect(await outbox()).toEqual([]);
  });

  it('of a template for orders is refused, and so are none and too many members', async () => {
    const { member, course: courseId } = await course(12);
    const one = { userId: await member('Adi'), courseId };
    await store();
    const [other] = await test.sql(`select id from desk_template where tenant = 'coding' and status = 'unpaid'`);
    const body = { channel: 'mail' as const, templateId: String(other!['id']), members: [one] };
    expect((await instructor.call(writeToMembers, { body })).problem).toMatchObject({
      status: 400,
      errors: [{ path: 'templateId' }],
    });
    const [own] = (await templates()).templates;
    for (const members of [[], Array.from({ length: 101 }, () => one)])
      expect(
        (await instructor.call(writeToMembers, { body: { ...body, templateId: own!.templateId, members } })).status,
      ).toBe(400);
    expect(await test.sql(`select from learning_contact`)).toEqual([]);
  });

  it('helped if they work or come to a class within a week', async () => {
    const { member, held, mark, lesson, complete, course: courseId } = await course(40);
    const [adi, budi, citra, dewi] = [
      await member('Adi'),
      await member('Budi'),
      await member('Citra'),
      await member('Dewi'),
    ];
    await store();
    await write([adi, budi, citra, dewi].map((userId) => ({ userId, courseId })));
    await test.sql(`update learning_contact set at = now() - interval '8 days' + interval '1 hour', day = day - 8`);
    const work = await lesson('Satu');
    await complete(adi, work);
    await test.sql(`update lesson_completion set completed_at = now() - interval '5 days'`);
    await mark(budi, await held(4), 'PRESENT');
    // Too late, and before the message.
    await complete(citra, work);
    await mark(dewi, await held(9), 'PRESENT');
    await store();
    const outcomes = async (outcome?: 'helped' | 'without') =>
      (await instructor.call(listLearningContacts, { query: { outcome } })).body;
    const { contacts, figures } = await outcomes('helped');
    expect(contacts.map(({ name }) => name).toSorted()).toEqual(['Adi', 'Budi']);
    expect(figures).toEqual({ contacted: 2, helped: 2, waiting: 0 });
    expect((await outcomes('without')).contacts.map(({ name }) => name).toSorted()).toEqual(['Citra', 'Dewi']);
    expect((await outcomes()).figures).toEqual({ contacted: 4, helped: 2, waiting: 0 });
  });
});
