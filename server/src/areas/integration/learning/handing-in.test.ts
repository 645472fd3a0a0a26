/** Tests attempts at quizzes and submissions of final projects from the members' site, and certificates for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCertificate, listMemberCertificates } from '#contract/integration/certificates.ts';
import { addQuizAttempt, addSubmission } from '#contract/integration/learning.ts';
import { docx, multipart, pdf, picture } from '#platform/testing/files.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { aCourse, learningScopes, membersSite, twoQuestions } from './testing/site.ts';

let site: Awaited<ReturnType<typeof membersSite>>;
beforeAll(async () => {
  site = await membersSite();
});
afterAll(() => site.test.close());

let reports = 0;
const newId = () => `R-${(reports += 1)}`;

const aQuiz = (fields: object = {}, type: 'QUIZ' | 'SURVEY' = 'QUIZ') =>
  twoQuestions(site.test.sql, site.course, fields, type);
const tryQuiz = (body: Record<string, unknown>) => site.key.call(addQuizAttempt, { body: body as never });
const attempts = (quizId: string) =>
  site.test.sql('select user_id, attempt, score, answers, external_id from quiz_attempt where quiz_id = $1 order by attempt', [quizId]); // prettier-ignore

describe('an attempt at a quiz', () => {
  it('is scored by the points of its right answers, and stored', async () => {
    const { quizId, choice, words } = await aQuiz({ max_attempts: 2 });
    const { id, externalId: member } = await site.course.person();
    const externalId = newId();
    const answers = [
      { questionId: words, answer: [' go '] },
      { questionId: choice, answer: ['b'] },
    ];
    const { status, body } = await tryQuiz({ externalId, member, quizId, answers });
    expect([status, body]).toMatchObject([200, { attempt: 1, score: 75, passed: true, attemptsLeft: 1 }]);
    const stored = [
      { user_id: id, attempt: 1, score: 75, answers: { [words]: ' go ', [choice]: ['b'] }, external_id: externalId },
    ];
    expect(await attempts(quizId)).toEqual(stored);
    expect((await tryQuiz({ externalId, member, quizId, answers })).body).toEqual(body);
    expect(await attempts(quizId)).toEqual(stored);
    const other = await tryQuiz({ externalId, member, quizId, answers: [] });
    expect([other.status, other.problem.errors?.[0]?.path]).toEqual([409, 'externalId']);
  });

  it('is refused when all attempts are used, also when they are sent at once', async () => {
    const { quizId } = await aQuiz({ max_attempts: 2 });
    const { externalId: member } = await site.course.person();
    const sent = Array.from({ length: 6 }, () => tryQuiz({ externalId: newId(), member, quizId, answers: [] }));
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.problem.message).toBe('All 2 attempts are used');
    expect((await attempts(quizId)).map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  it('is refused with every wrong answer, and of a member without the course', async () => {
    const { quizId, choice, words } = await aQuiz();
    const { externalId: member } = await site.course.person();
    const answers = [
      { questionId: choice, answer: ['z'] },
      { questionId: words, answer: ['a', 'b'] },
      { questionId: quizId, answer: ['Go'] },
      { questionId: choice, answer: ['a'] },
    ];
    const { status, problem } = await tryQuiz({ externalId: newId(), member, quizId, answers });
    expect([status, problem.errors?.map(({ path }) => path)]).toEqual([
      400,
      ['answers.0.answer', 'answers.1.answer', 'answers.2.questionId', 'answers.3.questionId'],
    ]);
    const stranger = await site.course.person(false);
    const refused = await tryQuiz({ externalId: newId(), member: stranger.externalId, quizId, answers: [] });
    expect([refused.status, refused.problem.errors?.[0]?.path]).toEqual([409, 'member']);
    const unknown = await tryQuiz({ externalId: newId(), member: 'nobody', quizId, answers: [] });
    expect([unknown.status, unknown.problem.errors?.[0]?.path]).toEqual([400, 'member']);
    expect(await attempts(quizId)).toEqual([]);
  });

  it('at a survey has no score, and a moment of the future becomes now', async () => {
    const { quizId, words } = await aQuiz({}, 'SURVEY');
    const { externalId: member } = await site.course.person();
    const answers = [{ questionId: words, answer: ['Bagus'] }];
    const { body } = await tryQuiz({
      externalId: newId(),
      member,
      quizId,
      answers,
      submittedAt: '2096-01-01T00:00:00Z',
    });
    expect(body).toMatchObject({ score: null, passed: null, attemptsLeft: null });
    expect(Date.parse(body.submittedAt)).toBeLessThanOrEqual(Date.now());
  });
});

/** Sends the form as a storefront does. */
async function handIn(fields: Record<string, string>, file?: { bytes: Buffer; name: string }) {
  const form = multipart(file?.bytes, fields, 'file', file?.name);
  const answer = await site.test.app.inject({
    method: 'POST',
    url: `/api${addSubmission.url}`,
    payload: form.payload,
    headers: { ...form.headers, authorization: `Bearer ${site.key.token}`, 'x-tenant': 'coding' },
  });
  return {
    status: answer.statusCode,
    body: answer.json<Record<string, unknown> & { errors?: { path: string }[] }>(),
  };
}
async function aProject() {
  const course = await aCourse(site.test);
  await course.project(70);
  const { id, externalId: member } = await course.person();
  return { id, fields: { member, productType: 'courses', productId: course.course }, course };
}
const submissionUrl = 'https://git.example.com/siti/toko';
const stored = (userId: string) =>
  site.test.sql('select attempt, status, submission_url, file_url, note from project_submission where user_id = $1 order by attempt', [userId]); // prettier-ignore

describe('a submission', () => {
  it('waits for its review with its file and link, once for an external id', async () => {
    const { id, fields } = await aProject();
    const form = { ...fields, externalId: newId(), submissionUrl, note: 'Halo' };
    const first = await handIn(form, { bytes: docx(), name: 'Laporan akhir.docx' });
    expect(first).toMatchObject({ status: 200, body: { attempt: 1, status: 'not-reviewed' } });
    expect(await handIn(form, { bytes: docx(), name: 'Laporan akhir.docx' })).toEqual(first);
    const rows = await stored(id);
    expect(rows).toMatchObject([{ attempt: 1, status: 'not-reviewed', submission_url: submissionUrl, note: 'Halo' }]);
    const file = await site.test.app.inject(String(rows[0]?.['file_url']));
    const uploads = await site.test.sql('select name from upload where url = $1', [rows[0]?.['file_url']]);
    expect([file.statusCode, file.rawPayload.equals(docx()), uploads]).toEqual([
      200,
      true,
      [{ name: 'Laporan akhir.docx' }],
    ]);
    const [trail] = await site.test.sql(`select actor_id from audit where table_name = 'project_submission' and record_id = $1`, [first.body['submissionId']]); // prettier-ignore
    expect(trail).toEqual({ actor_id: site.key.userId });
  });

  it('may follow a refused one, and neither a waiting nor a passed one', async () => {
    const { id, fields } = await aProject();
    const send = () => handIn({ ...fields, externalId: newId(), submissionUrl });
    const review = (score: number) =>
      site.test.sql(`update project_submission set status = 'checked', review_score = $2 where user_id = $1 and status = 'not-reviewed'`, [id, score]); // prettier-ignore
    expect((await send()).status).toBe(200);
    expect(await send()).toMatchObject({ status: 409, body: { message: 'Attempt 1 waits for its review' } });
    await review(60);
    expect(await send()).toMatchObject({ status: 200, body: { attempt: 2 } });
    await review(70);
    expect(await send()).toMatchObject({ status: 409, body: { message: 'Attempt 2 passed already' } });
  });

  it('is refused without a link and a file, with a false or too large file, and for a product without a project', async () => {
    const { id, fields } = await aProject();
    const form = () => ({ ...fields, externalId: newId() });
    const answers = [
      await handIn(form()),
      await handIn(form(), { bytes: pdf(), name: 'gambar.png' }),
      await handIn(form(), { bytes: pdf(), name: 'program.exe' }),
      await handIn({ ...form(), productId: (await aCourse(site.test)).course, submissionUrl }),
      await handIn({ ...form(), member: 'nobody', submissionUrl }),
    ];
    expect(answers.map(({ status, body }) => [status, body.errors?.[0]?.path])).toEqual([
      [400, 'submissionUrl'],
      [400, undefined],
      [400, 'file'],
      [409, 'member'],
      [400, 'member'],
    ]);
    const other = await aCourse(site.test);
    const { externalId: member } = await other.person();
    const none = await handIn({ ...form(), member, productId: other.course, submissionUrl });
    expect(none).toMatchObject({ status: 409, body: { message: 'This product has no final project' } });
    const giant = await handIn(
      { ...form(), submissionUrl },
      { bytes: Buffer.alloc(10_485_761, 'x'), name: 'besar.pdf' },
    );
    expect(giant.status).toBe(413);
    expect(await stored(id)).toEqual([]);
    expect(await site.test.sql(`select name from upload where name in ('gambar.png', 'program.exe')`)).toEqual([]);
  });

  it('may be of a learning path, with a picture', async () => {
    const path = await addRecord(site.test.sql, 'learning-path', 'coding');
    await site.test.sql(`insert into final_project (tenant, path_id) values ('coding', $1)`, [path]);
    const { id, externalId: member } = await site.course.person(false);
    await site.test.sql(`insert into learning_path_user (tenant, path_id, user_id) values ('coding', $1, $2)`, [
      path,
      id,
    ]);
    const bytes = await picture().png().toBuffer();
    const form = { externalId: newId(), member, productType: 'learning paths', productId: path };
    expect(await handIn(form, { bytes, name: 'Desain.PNG' })).toMatchObject({ status: 200, body: { attempt: 1 } });
  });
});

describe('certificates', () => {
  it('are found by code and by member, with their public addresses', async () => {
    const { id, externalId } = await site.course.person();
    await site.test.sql(
      `insert into certificate (tenant, code, name, course_id, course_name, user_id, status, file_url)
        values ('coding', 'ABCDEFGH23', 'Siti', $1, 'Kelas', $2, 'issued', '/files/coding/certificate/x.pdf')`,
      [site.course.course, id],
    );
    const { body } = await site.key.call(listMemberCertificates, { params: { externalId } });
    expect(body.items).toMatchObject([
      { code: 'ABCDEFGH23', externalId, name: 'Siti', status: 'issued', checkUrl: expect.stringMatching(/\/certificate\/ABCDEFGH23$/), fileUrl: expect.stringMatching(/\/files\/coding\/certificate\/x\.pdf$/) }, // prettier-ignore
    ]);
    const one = await site.key.call(getCertificate, { params: { code: 'abcdefgh23' } });
    expect(one.body).toEqual(body.items[0]);
    expect((await site.key.call(getCertificate, { params: { code: 'ZZZZZZZZZZ' } })).status).toBe(404);
    const other = await site.test.asKey(learningScopes, { tenant: 'data' });
    expect((await other.call(getCertificate, { params: { code: 'ABCDEFGH23' } })).status).toBe(404);
  });
});
