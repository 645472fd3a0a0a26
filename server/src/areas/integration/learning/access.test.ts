/** Tests what a member may open, and the locks of a course's items for them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { opennessOf } from '#contract/course/lesson-access.ts';
import { getMemberCourse, getMemberPath } from '#contract/integration/contents.ts';
import { getMemberAccess, putProgress } from '#contract/integration/learning.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { findSections } from '#shared/course-sections.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { aCourse, learningScopes, membersSite } from './testing/site.ts';

let site: Awaited<ReturnType<typeof membersSite>>;
beforeAll(async () => {
  site = await membersSite();
});
afterAll(() => site.test.close());

const accessOf = async (externalId: string) =>
  (await site.key.call(getMemberAccess, { params: { externalId } })).body.items;
const courseAccess = (externalId: string, courseId: string) =>
  site.key.call(getMemberCourse, { params: { externalId, courseId } });
const itemsIn = ({ sections }: Reply<typeof getMemberCourse>) => sections.flatMap(({ items }) => items);
const add = (table: string, row: Record<string, unknown>) =>
  site.test.sql(
    `insert into "${table}" (tenant, ${Object.keys(row).join(', ')}) values ('coding', ${Object.keys(row).map((_, n) => `$${n + 1}`).join(', ')})`, // prettier-ignore
    Object.values(row),
  );

describe('the access of a member', () => {
  it('names courses, learning paths with their courses, subscriptions and unpaid orders', async () => {
    const { test, course } = site;
    const { id, externalId } = await course.person();
    const inPath = await aCourse(test);
    const ordered = await aCourse(test);
    const path = await addRecord(test.sql, 'learning-path', 'coding', { is_published: true });
    await add('learning_path_course', { path_id: path, course_id: inPath.course, position: 1024 });
    await add('learning_path_user', { path_id: path, user_id: id });
    const plan = await addRecord(test.sql, 'plan', 'coding');
    await add('subscription', { user_id: id, plan_id: plan, start_date: '2026-01-01', end_date: '2096-01-31' });
    const order = await addRecord(test.sql, 'order', 'coding', {
      user_id: id,
      status: 'unpaid',
      invoice_number: 'INV/9',
    });
    await test.sql('delete from order_item where order_id = $1', [order]);
    const item = { order_id: order, product_name: 'Kelas', price: 0, discount_amount: 0 };
    await add('order_item', { ...item, line: 1, product_type: 'courses', product_id: ordered.course });
    await add('order_item', { ...item, line: 2, product_type: 'courses', product_id: course.course });
    const byId = new Map((await accessOf(externalId)).map(({ productId, ...one }) => [productId, one]));
    expect(Object.fromEntries(byId)).toEqual({
      [course.course]: { productType: 'courses', open: true },
      [inPath.course]: { productType: 'courses', open: true },
      [ordered.course]: { productType: 'courses', open: false, reason: 'Waits for the payment of INV/9' },
      [path]: { productType: 'learning paths', open: true },
      [plan]: { productType: 'subscriptions', open: true, until: '2096-01-31' },
    });
  });

  it('is closed for a deactivated account', async () => {
    const { id, externalId } = await site.course.person();
    await site.test.sql('update "user" set status = 0 where id = $1', [id]);
    expect(await accessOf(externalId)).toMatchObject([{ open: false, reason: 'The account is deactivated' }]);
  });

  it('is not found by our own id, or in another tenant', async () => {
    const { id, externalId } = await site.course.person();
    expect((await site.key.call(getMemberAccess, { params: { externalId: id } })).status).toBe(404);
    const other = await site.test.asKey(learningScopes, { tenant: 'cyber' });
    expect((await other.call(getMemberAccess, { params: { externalId } })).status).toBe(404);
  });
});

describe('a course', () => {
  it('has the locks of the rehearsal, what is done and where the member stopped', async () => {
    const { test, key } = site;
    const course = await aCourse(test);
    const [first, quiz, locked] = [
      await course.lesson('Awal'),
      await course.quiz('Kuis'),
      await course.lesson('Lanjut'),
    ];
    await test.sql(`update lesson set lock_rule = 'PREV_QUIZ' where id = $1`, [locked]);
    const { id, externalId } = await course.person();
    const at = '2026-11-02T03:00:00Z';
    const done = { member: externalId, lessonId: first, completedAt: at, position: { seconds: 312, at } };
    await key.call(putProgress, { body: { items: [done] } });
    const before = await courseAccess(externalId, course.course);
    const sections = await findSections(test.database.tenant('coding'), course.course);
    const shown = opennessOf({ sections, drip: null }, { completed: new Set([first]), passed: new Set() }, new Date());
    expect(itemsIn(before.body).map(({ id: item, open, reason = '' }) => [item, open, reason])).toEqual(
      shown.map(({ item, isOpen, reason }) => [item.id, isOpen, reason]),
    );
    expect(before.body).toMatchObject({
      name: 'Kelas',
      open: true,
      sections: [
        {
          name: 'Awal',
          items: [
            { kind: 'lesson', id: first, isDone: true, position: 312 },
            { kind: 'quiz', id: quiz, isDone: false },
            { id: locked, open: false, reason: 'Opens once the quiz “Kuis” is done' },
          ],
        },
      ],
      finalProject: null,
    });
    await course.attempt(id, quiz, 100);
    expect(itemsIn((await courseAccess(externalId, course.course)).body).at(-1)).toMatchObject({
      id: locked,
      open: true,
    });
    await test.sql('update course set is_published = false where id = $1', [course.course]);
    const { body } = await courseAccess(externalId, course.course);
    expect(body).toMatchObject({ open: false, reason: 'Not published' });
    expect(itemsIn(body).every(({ open, reason }) => !open && reason === 'Not published')).toBe(true);
  });

  it('opens section by section for a member of a learning path with a drip', async () => {
    const { test } = site;
    const course = await aCourse(test);
    await course.lesson('Hari pertama');
    const [section] = await test.sql(
      `insert into course_section (tenant, course_id, name, position) values ('coding', $1, 'Kedua', 2048) returning id`,
      [course.course],
    );
    await add('lesson', { section_id: section?.['id'], name: 'Hari kedua', type: 'ARTICLE' });
    const { id, externalId } = await course.person(false);
    const path = await addRecord(test.sql, 'learning-path', 'coding', { is_drip_content: true, drip_interval: 1 });
    await add('learning_path_course', { path_id: path, course_id: course.course, position: 1024 });
    await add('learning_path_user', { path_id: path, user_id: id });
    const { body } = await courseAccess(externalId, course.course);
    expect(itemsIn(body).map(({ open, reason }) => [open, reason])).toEqual([
      [true, undefined],
      [false, 'Opens on day 2'],
    ]);
  });

  it('is not found for a member without the course', async () => {
    const { externalId } = await site.course.person(false);
    expect((await courseAccess(externalId, site.course.course)).status).toBe(404);
  });
});

describe('a learning path', () => {
  it('has its courses in order and its final quiz, and is not found for others', async () => {
    const { test, key } = site;
    const [first, second] = [await aCourse(test), await aCourse(test)];
    await test.sql('update course set is_published = false where id = $1', [second.course]);
    const pathId = await addRecord(test.sql, 'learning-path', 'coding', { name: 'Jalur', is_published: true });
    await add('learning_path_course', { path_id: pathId, course_id: second.course, position: 2048 });
    await add('learning_path_course', { path_id: pathId, course_id: first.course, position: 1024 });
    const [quiz] = await test.sql(`insert into quiz (tenant, path_id, name, type) values ('coding', $1, 'Akhir', 'QUIZ') returning id`, [pathId]); // prettier-ignore
    const { id, externalId } = await first.person(false);
    const get = () => key.call(getMemberPath, { params: { externalId, pathId } });
    expect((await get()).status).toBe(404);
    await add('learning_path_user', { path_id: pathId, user_id: id });
    expect((await get()).body).toEqual({
      name: 'Jalur',
      open: true,
      courses: [
        { courseId: first.course, name: 'Kelas', open: true },
        { courseId: second.course, name: 'Kelas', open: false, reason: 'Not published' },
      ],
      quizId: quiz?.['id'],
      finalProject: null,
    });
  });
});
