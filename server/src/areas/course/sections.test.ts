/** Tests creating, changing, copying and deleting sections. */
import { afterAll, describe, expect, it } from 'vitest';
import { scoreOf } from '#contract/course/quiz/score.ts';
import * as section from '#contract/course/section/endpoints.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { courseApp } from './testing/course-app.ts';

const { test, instructor, create, detail, ready } = await courseApp();
afterAll(() => test.close());

const add = (id: string, body?: object, caller = instructor) =>
  caller.call(section.createSection, { params: { id }, ...(body && { body }) });
const get = (id: string, sectionId: string, caller = instructor) =>
  caller.call(section.getSection, { params: { id, sectionId } });
const put = (id: string, sectionId: string, body: object, ifMatch?: string) =>
  instructor.call(section.updateSection, { params: { id, sectionId }, body }, ifMatch ? { ifMatch } : {});
const remove = (id: string, sectionId: string, ifMatch?: string) =>
  instructor.call(section.deleteSection, { params: { id, sectionId } }, ifMatch ? { ifMatch } : {});
const namesOf = async (id: string) =>
  (await detail(id)).sections.map(({ name, items }) => [name, items.map((item) => item.name)]);

describe('a section', () => {
  it('is added last in its course, with or without a name', async () => {
    const id = await create('Bagian Baru');
    expect((await add(id)).status).toBe(201);
    const period = { startAt: '2026-03-02T12:00:00.000Z', endAt: '2026-03-02T14:00:00.000Z' };
    const { body } = await add(id, {
      name: 'Pekan 2',
      description: 'Isi',
      gmeetUrl: 'https://meet.example.com/a',
      ...period,
    });
    expect((await get(id, body.sectionId)).body).toMatchObject({
      sectionId: body.sectionId,
      courseId: id,
      name: 'Pekan 2',
      description: 'Isi',
      gmeetUrl: 'https://meet.example.com/a',
      ...period,
      priority: 2,
      items: [],
      version: 1,
    });
    expect(await namesOf(id)).toEqual([
      ['Untitled section', []],
      ['Pekan 2', []],
    ]);
  });

  it('keeps fields that a change omits, and refuses an impossible period', async () => {
    const id = await create('Bagian Berubah');
    const { sectionId } = (await add(id, { name: 'Pekan 1', description: 'Isi', startAt: '2026-03-02T12:00:00Z' }))
      .body;
    expect((await put(id, sectionId, { name: 'Pekan satu' })).body).toEqual({ sectionId, version: 2 });
    const kept = {
      name: 'Pekan satu',
      description: 'Isi',
      startAt: '2026-03-02T12:00:00.000Z',
      endAt: null,
      version: 2,
    };
    expect((await get(id, sectionId)).body).toMatchObject(kept);
    for (const [body, path, message] of [
      [{ endAt: '2026-03-02T12:00:00Z' }, 'endAt', 'Ends before it starts'],
      [{ startAt: null, endAt: '2026-03-02T12:00:00Z' }, 'startAt', 'Needs a start'],
    ] as const)
      expect(await put(id, sectionId, body)).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
    expect((await get(id, sectionId)).body).toMatchObject(kept);
  });

  it('keeps its time once attendance of a class in it was taken; other fields can be changed', async () => {
    const id = await create('Bagian Sudah');
    const at = { startAt: '2026-03-02T12:00:00.000Z', endAt: '2026-03-02T14:00:00.000Z' };
    const { sectionId } = (await add(id, { name: 'Pertemuan', ...at })).body;
    const held = await addRecord(test.sql, 'lesson', 'coding', { section_id: sectionId, type: 'LIVE_CLASS' });
    await test.sql(`insert into attendance (tenant, lesson_id, user_id, status) values ('coding', $1, $2, 'PRESENT')`, [
      held,
      await addRecord(test.sql, 'user', 'coding'),
    ]);
    expect(await put(id, sectionId, { startAt: '2026-03-02T11:00:00Z' })).toMatchObject({
      status: 409,
      body: {
        message: 'Its attendance was taken: a class that was held cannot be moved',
        errors: [{ path: 'startAt' }],
      },
    });
    expect((await put(id, sectionId, { name: 'Pertemuan 1' })).status).toBe(200);
    expect((await get(id, sectionId)).body).toMatchObject({ name: 'Pertemuan 1', ...at });
  });

  it('is changed and deleted only with the current version; the refusal names who changed it', async () => {
    const id = await create('Bagian Berdua');
    const { sectionId } = (await add(id)).body;
    await put(id, sectionId, { name: 'Dulu' }, '"v1"');
    const conflict = { status: 412, body: { conflict: { by: 'Tester instructor', version: 2 } } };
    expect(await put(id, sectionId, { name: 'Nanti' }, '"v1"')).toMatchObject(conflict);
    expect(await remove(id, sectionId, '"v1"')).toMatchObject(conflict);
    expect(await namesOf(id)).toEqual([['Dulu', []]]);
  });

  it('is deleted with its items', async () => {
    const id = await create('Bagian Hapus');
    const { sectionId } = (await add(id)).body;
    const lesson = await addRecord(test.sql, 'lesson', 'coding', { section_id: sectionId });
    const quiz = await addRecord(test.sql, 'quiz', 'coding', { section_id: sectionId, type: 'QUIZ' });
    await addRecord(test.sql, 'question', 'coding', { quiz_id: quiz });
    expect((await remove(id, sectionId)).body).toEqual({ sectionId });
    expect(await namesOf(id)).toEqual([]);
    const left = await test.sql(
      `select id from lesson where id = $1 union all select id from quiz where id = $2
      union all select id from question where quiz_id = $2 union all select item_id from section_item where section_id = $3`,
      [lesson, quiz, sectionId],
    );
    expect(left).toEqual([]);
  });

  it('is not deleted when a published course would lose its last lesson', async () => {
    const id = await ready('Bagian Terakhir', 'flexy', { isPublished: true });
    const [only] = (await detail(id)).sections;
    expect((await remove(id, only!.sectionId)).status).toBe(409);
    const { kind, id: item } = only!.items[0]!;
    const body = { items: [{ kind, id: item }] };
    expect((await instructor.call(section.deleteParts, { params: { id }, body })).status).toBe(409);
    expect(await namesOf(id)).toEqual([['Bagian 1', ['Materi 1']]]);
  });

  it('is not found in another course or by another brand', async () => {
    const [id, other] = [await create('Bagian Sendiri'), await create('Bagian Tetangga')];
    const { sectionId } = (await add(id)).body;
    for (const answer of [
      await get(other, sectionId),
      await put(other, sectionId, { name: 'Curi' }),
      await remove(other, sectionId),
      await get(id, sectionId, await test.as('instructor', 'cyber')),
      await add(id, {}, await test.as('instructor', 'cyber')),
    ])
      expect(answer.status).toBe(404);
    expect(await namesOf(id)).toEqual([['Untitled section', []]]);
  });

  it('has the specification’s messages', () =>
    expect([section.createSection.messages, section.deleteSection.messages, section.updateSection.messages]).toEqual([
      { ok: 'Course section created successfully', fail: 'Failed to create course section' },
      { ok: 'Course section deleted successfully', fail: 'Failed to delete course section' },
      { ok: 'Successfully Update Course', fail: 'Failed to update data, please try again' },
    ]));
});

describe('a copy', () => {
  async function filled(name: string) {
    const id = await create(name);
    const { sectionId } = (await add(id, { name: 'Asal', startAt: '2026-03-02T12:00:00Z' })).body;
    const quiz = await addRecord(test.sql, 'quiz', 'coding', { section_id: sectionId, type: 'QUIZ', name: 'Kuis' });
    for (const [position, question] of ['Satu?', 'Dua?'].entries())
      await addRecord(test.sql, 'question', 'coding', { quiz_id: quiz, question, position: position + 1 });
    const lesson = await addRecord(test.sql, 'lesson', 'coding', {
      section_id: sectionId,
      name: 'Materi',
      content: 'Isi',
    });
    return { id, sectionId, quiz, lesson };
  }
  const questionsOf = async (quiz: string) =>
    (await test.sql('select question from question where quiz_id = $1 order by position', [quiz])).map(
      (row) => row['question'],
    );

  it('of items is inserted at the target with its questions; it is marked as a copy only in its own course', async () => {
    const from = await filled('Asal Butir');
    const to = await filled('Tujuan Butir');
    const items = [
      { kind: 'lesson' as const, id: from.lesson },
      { kind: 'quiz' as const, id: from.quiz },
    ];
    const copy = (target: typeof from, before: { kind: 'quiz'; id: string } | null) =>
      instructor.call(section.copyParts, {
        params: { id: target.id },
        body: { items: { items, sectionId: target.sectionId, before } },
      });
    const answer = await copy(to, { kind: 'quiz', id: to.quiz });
    expect([answer.status, answer.body.items.map(({ kind }) => kind)]).toEqual([201, ['lesson', 'quiz']]);
    expect(await questionsOf(answer.body.items[1]!.id)).toEqual(['Satu?', 'Dua?']);
    expect(await namesOf(to.id)).toEqual([['Asal', ['Materi', 'Kuis', 'Kuis', 'Materi']]]);
    await copy(from, null);
    expect(await namesOf(from.id)).toEqual([['Asal', ['Kuis', 'Materi', 'Materi (copy)', 'Kuis (copy)']]]);
    expect(await copy(to, { kind: 'quiz', id: from.quiz })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'items.before.id' }] },
    });
    expect((await namesOf(to.id))[0]?.[1]).toHaveLength(4);
  });

  it('of sections is inserted after the target section or last, in order and without dates', async () => {
    const from = await filled('Asal Bagian');
    const to = await filled('Tujuan Bagian');
    const { body: last } = await instructor.call(section.createSection, {
      params: { id: to.id },
      body: { name: 'Akhir' },
    });
    const copy = (id: string, behind: string | null, ...sections: string[]) =>
      instructor.call(section.copyParts, { params: { id }, body: { sections, behind } });
    const { body } = await copy(to.id, to.sectionId, from.sectionId, last.sectionId);
    expect((await get(to.id, body.sections[0]!)).body).toMatchObject({ name: 'Asal', startAt: null, priority: 2 });
    const copied = ['Asal', ['Kuis', 'Materi']];
    expect(await namesOf(to.id)).toEqual([copied, copied, ['Akhir (copy)', []], ['Akhir', []]]);
    await copy(from.id, null, from.sectionId);
    expect((await namesOf(from.id))[1]).toEqual(['Asal (copy)', ['Kuis', 'Materi']]);
  });

  it('of sections and items is made and undone entirely or not at all', async () => {
    const from = await filled('Asal Semua');
    const to = await filled('Tujuan Semua');
    const params = { id: to.id };
    const items = [{ kind: 'lesson' as const, id: from.lesson }];
    const place = { items, sectionId: to.sectionId, before: null };
    const before = await namesOf(to.id);
    const wrong = { sections: [from.sectionId, to.id], items: place };
    expect(await instructor.call(section.copyParts, { params, body: wrong })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'sections.1' }] },
    });
    expect((await instructor.call(section.copyParts, { params, body: {} })).status).toBe(400);
    const twice = { sections: [from.sectionId, from.sectionId] };
    expect(await instructor.call(section.copyParts, { params, body: twice })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'sections' }] },
    });
    expect(await namesOf(to.id)).toEqual(before);
    const { body } = await instructor.call(section.copyParts, {
      params,
      body: { sections: [from.sectionId], items: place },
    });
    expect(await namesOf(to.id)).toEqual([
      ['Asal', ['Kuis', 'Materi', 'Materi']],
      ['Asal', ['Kuis', 'Materi']],
    ]);
    const stray = { sections: [...body.sections, from.sectionId], items: body.items };
    expect((await instructor.call(section.deleteParts, { params, body: stray })).status).toBe(400);
    expect((await namesOf(to.id))[0]?.[1]).toHaveLength(3);
    expect(await instructor.call(section.deleteParts, { params, body })).toMatchObject({ body: { changed: 2 } });
    expect(await namesOf(to.id)).toEqual(before);
  });
});

it.each<[string, boolean, number, { type: string; options?: boolean[]; answerKey?: string; score?: number }[]]>([
  [
    'has no right option worth enough points',
    true,
    70,
    [
      { type: 'SINGLE_CHOICE', options: [false, false], score: 4 },
      { type: 'SINGLE_CHOICE', options: [true], score: 6 },
    ],
  ],
  [
    'reaches its passing score exactly',
    false,
    60,
    [
      { type: 'SINGLE_CHOICE', options: [false], score: 4 },
      { type: 'MULTIPLE_CHOICE', options: [true], score: 6 },
    ],
  ],
  ['takes a short answer of blanks alone', true, 1, [{ type: 'SHORT_ANSWER', answerKey: ' \n\t ' }]],
  ['takes a short answer on its second line', false, 100, [{ type: 'SHORT_ANSWER', answerKey: '\nJakarta' }]],
  ['has no points at all', true, 1, [{ type: 'SINGLE_CHOICE', options: [true], score: 0 }]],
  ['passes everybody', false, 0, [{ type: 'SINGLE_CHOICE', options: [false] }]],
])('a quiz that %s cannot be passed: %s', async (_, expected, passingScore, drafts) => {
  const id = await create('Kuis Lulus');
  const { body } = await add(id);
  const quiz = await addRecord(test.sql, 'quiz', 'coding', {
    section_id: body.sectionId,
    type: 'QUIZ',
    passing_score: passingScore,
  });
  const questions = drafts.map(({ type, options = [], answerKey = null, score = 1 }, at) => ({
    type: type as 'SINGLE_CHOICE',
    options: options.map((isCorrect, place) => ({
      optionId: `${place}`,
      text: 'Pilihan',
      isCorrect,
      priority: place + 1,
    })),
    answerKey,
    score,
    position: at + 1,
  }));
  for (const { type, options, answerKey, score, position } of questions)
    await test.sql(
      `insert into question (tenant, quiz_id, type, question, options, answer_key, score, position) values ('coding', $1, $2, 'Apa?', $3, $4, $5, $6)`,
      [quiz, type, JSON.stringify(options), answerKey, score, position],
    );
  const [item] = (await get(id, body.sectionId)).body.items;
  expect(item?.isUnpassable).toBe(expected);
  // Best possible answers, scored by the product's own rule.
  const best = questions.map(({ type, options, answerKey }) =>
    (type as string) === 'SHORT_ANSWER'
      ? (answerKey ?? '').split('\n').find((line) => line.trim())
      : options.filter(({ isCorrect }) => isCorrect).map(({ optionId }) => optionId),
  );
  expect(!scoreOf(questions, best, { passingScore, resultDetail: [] }).passed).toBe(expected);
});
