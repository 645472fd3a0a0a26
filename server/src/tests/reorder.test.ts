/**
 * Tests the refusals of every call that takes a whole order: 412 for an older version, 400 for a wrong list, and 412
 * when both hold, since a list is most often wrong because somebody changed the record first.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { createCourse } from '#contract/course/endpoints.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import { createLesson } from '#contract/course/lesson/endpoints.ts';
import { createQuestion, listQuestions, saveQuestions } from '#contract/course/quiz/questions.ts';
import { createQuiz } from '#contract/course/quiz/endpoints.ts';
import { createSection, reorderSectionItems, reorderSections } from '#contract/course/section/endpoints.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { everyEndpoint } from './endpoints.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

const stranger = '01a00000-0000-7000-8000-000000000000';

const addCourse = async () =>
  (await admin.call(createCourse, { params: { type: 'flexy' }, body: { name: 'Urutan' } })).body.courseId;
const addSection = async (id: string) =>
  (await admin.call(createSection, { params: { id }, body: { name: 'Bagian' } })).body.sectionId;
const addLesson = async (sectionId: string) => ({
  kind: 'lesson',
  id: (await admin.call(createLesson, { body: { sectionId, name: 'Materi', type: 'ARTICLE' } })).body.lessonId,
});

interface Ordered {
  /** Record whose parts are put in order. */
  id: string;
  table: string;
  /** Parts in their order. */
  parts: unknown[];
  unknown: unknown;
}

/** Makes a record with three parts, by the URL of the call. */
const records: Record<string, () => Promise<Ordered>> = {
  async [reorderSections.url]() {
    const id = await addCourse();
    const parts = [await addSection(id), await addSection(id), await addSection(id)];
    return { id, table: 'course', parts, unknown: stranger };
  },
  async [reorderSectionItems.url]() {
    const id = await addSection(await addCourse());
    const parts = [await addLesson(id), await addLesson(id), await addLesson(id)];
    return { id, table: 'course_section', parts, unknown: { kind: 'lesson', id: stranger } };
  },
  async [assignments.pathCourses.reorder!.url]() {
    const { pathID: id } = (await admin.call(learningPaths.create, {})).body;
    const parts = [await addCourse(), await addCourse(), await addCourse()];
    await admin.call(assignments.pathCourses.assign, assignments.pathCourses.inputOf(id, parts));
    return { id, table: 'learning_path', parts, unknown: stranger };
  },
};
const reorders = new Map(
  (await everyEndpoint())
    .filter(({ entry }) => entry.url.endsWith('/priority/'))
    .map(({ entry }) => [entry.url, entry]),
);

describe.each([...reorders])('%s', (url, entry) => {
  async function ordered() {
    const record = await records[url]!();
    const versionNow = async () =>
      Number((await test.sql(`select version from ${record.table} where id = $1`, [record.id]))[0]?.['version']);
    const put = (body: unknown, version?: number) =>
      admin.call(entry, { params: { id: record.id }, body }, version === undefined ? {} : { ifMatch: `"v${version}"` });
    return { ...record, versionNow, put };
  }

  const wrongLists: [string, (parts: unknown[], unknown: unknown) => unknown[], string][] = [
    ['an incomplete list', (parts) => parts.slice(1), '1 missing'],
    ['a list with a part twice', (parts) => [...parts, parts[0]], '1 twice'],
    ['a list with a part of another record', (parts, unknown) => [...parts, unknown], '1 not from here'],
    [
      'a list with another part instead',
      (parts, unknown) => [...parts.slice(1), unknown],
      '1 missing, 1 not from here',
    ],
  ];
  it.each(wrongLists)('returns 400 for %s, and 412 if its version is old too', async (_, listOf, problem) => {
    const { parts, unknown, put, versionNow } = await ordered();
    const seen = await versionNow();
    const reversed = parts.toReversed();
    expect((await put(reversed, seen)).status).toBe(200);
    const version = await versionNow();
    const wrong = listOf(parts, unknown);
    const refusal = { status: 400, body: { message: `The list must be complete: ${problem}` } };
    expect(await put(wrong, version)).toMatchObject(refusal);
    expect(await put(wrong)).toMatchObject(refusal);
    expect(await put(wrong, seen)).toMatchObject({ status: 412, body: { conflict: { version, isYou: true } } });
    expect(await versionNow()).toBe(version);
    // The order is unchanged: putting it again changes nothing.
    expect(await put(reversed, version)).toMatchObject({ status: 200, body: { version } });
  });

  it('returns 412 for a complete list with an old version', async () => {
    const { parts, put, versionNow } = await ordered();
    const seen = await versionNow();
    await put(parts.toReversed(), seen);
    const version = await versionNow();
    expect(await put(parts, seen)).toMatchObject({ status: 412, body: { conflict: { version } } });
    expect(await put(parts.toReversed(), version)).toMatchObject({ status: 200, body: { version } });
  });
});

it('an item that somebody added makes the version of its section old: the list without it is 412', async () => {
  const { id, parts } = await records[reorderSectionItems.url]!();
  const [{ version } = {}] = await test.sql('select version from course_section where id = $1', [id]);
  await addLesson(id);
  const body = parts as CallInput<typeof reorderSectionItems>['body'];
  const put = (seen: number) => admin.call(reorderSectionItems, { params: { id }, body }, { ifMatch: `"v${seen}"` });
  expect((await put(Number(version))).status).toBe(412);
  expect((await put(Number(version) + 1)).status).toBe(400);
});

describe('the questions of a quiz', () => {
  type Drafts = CallInput<typeof saveQuestions>['body']['questions'];
  const option = (text: string, isCorrect = false) => ({ text, isCorrect });

  it.each<[string, (drafts: Drafts) => Drafts]>([
    ['a question of another quiz', (drafts) => [...drafts, { ...drafts[0]!, questionId: stranger }]],
    ['a question twice', (drafts) => [...drafts, drafts[0]!]],
    [
      'an option of another question',
      ([first, ...others]) => [
        { ...first!, options: [...first!.options!, { optionId: 'lain', text: 'C', isCorrect: false }] },
        ...others,
      ],
    ],
    [
      'no right option',
      ([first, ...others]) => [
        { ...first!, options: first!.options!.map((one) => ({ ...one, isCorrect: false })) },
        ...others,
      ],
    ],
  ])('returns 400 for %s, and 412 if the version is old too', async (_, wrongOf) => {
    const sectionId = await addSection(await addCourse());
    const created = await admin.call(createQuiz, { body: { sectionId, name: 'Kuis', priority: 1 } });
    const quizId = created.body.quizId!;
    for (const question of ['Satu?', 'Dua?'])
      await admin.call(createQuestion, {
        body: { quizId, type: 'SINGLE_CHOICE', question, options: [option('A', true), option('B')] },
      });
    const stored = async () => (await admin.call(listQuestions, { query: { quizId } })).body;
    const versionNow = async () =>
      Number((await test.sql('select version from quiz where id = $1', [quizId]))[0]?.['version']);
    const put = (questions: Drafts, version: number) =>
      admin.call(saveQuestions, { params: { id: quizId }, body: { questions } }, { ifMatch: `"v${version}"` });
    const seen = await versionNow();
    // Questions and options in another order.
    const turned = (await stored()).map((one) => ({ ...one, options: one.options.toReversed() })).toReversed();
    expect((await put(turned, seen)).status).toBe(200);
    const [version, before] = [await versionNow(), await stored()];
    expect(before.map(({ questionId }) => questionId)).toEqual(turned.map(({ questionId }) => questionId));
    expect(before[0]!.options.map(({ text }) => text)).toEqual(['B', 'A']);
    const wrong = wrongOf(before);
    expect((await put(wrong, version)).status).toBe(400);
    expect((await put(wrong, seen)).status).toBe(412);
    expect((await put(before, seen)).status).toBe(412);
    expect([await versionNow(), await stored()]).toEqual([version, before]);
  });
});
