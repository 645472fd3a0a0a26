/** Tests over HTTP that reading files saves nothing, and that written files can be read again. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImportPreview, exportQuestions, questionTemplate } from '#contract/course/question-exchange/endpoints.ts';
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';
import { readSheet } from '#contract/kernel/testing/workbook.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { multipart, picture as drawn } from '#platform/testing/files.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { questionExchangeRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
let quiz: string;
let survey: string;
beforeAll(async () => {
  test = await testAppOf([questionExchangeRoutes]);
  admin = await test.as('admin');
  quiz = await addRecord(test.sql, 'quiz', 'coding', { name: 'Kuis: 1/2', type: 'QUIZ' });
  survey = await addRecord(test.sql, 'quiz', 'coding', { type: 'SURVEY' });
  const options = [
    { optionId: 'a', text: 'Jakarta', isCorrect: true, priority: 1 },
    { optionId: 'b', text: '=SUM(A1)', isCorrect: false, priority: 2 },
  ];
  const row = {
    quiz_id: quiz,
    type: 'SINGLE_CHOICE',
    explanation: 'Bab 2',
    score: 3,
    answer_key: null,
    image_url: null,
  };
  await addRecord(test.sql, 'question', 'coding', {
    ...row,
    question: 'Ibu kota?',
    options: JSON.stringify(options),
    position: 20,
  });
  await addRecord(test.sql, 'question', 'coding', {
    ...row,
    type: 'SHORT_ANSWER',
    question: 'Perintah {apa}?',
    options: '[]',
    answer_key: 'commit',
    position: 10,
  });
});
afterAll(() => test.close());

async function preview(
  file: Buffer | undefined,
  id = quiz,
  role: Role = 'admin',
  tenant: Tenant = 'coding',
  part = 'file',
) {
  const { token } = await test.as(role, tenant);
  const { payload, headers } = multipart(file, {}, part);
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/admin/quiz/${id}/questions/preview/`,
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, body: answer.json<ImportPreview & { message: string }>() };
}

const stored = async () => JSON.stringify(await test.sql('select * from question order by id'));
const sample = Buffer.from('Ibu kota? {=Jakarta ~Bandung}\n\nTulis. {}\n\nDua? {~a ~b}');

describe('POST /admin/quiz/:id/questions/preview/', () => {
  it('returns valid questions and faults, and saves nothing', async () => {
    const before = await stored();
    const { status, body } = await preview(sample);
    expect(status).toBe(200);
    expect(body).toEqual({
      format: 'gift',
      questions: [
        {
          line: 1,
          question: {
            type: 'SINGLE_CHOICE',
            question: 'Ibu kota?',
            questionHtml: null,
            imageUrl: null,
            options: [
              { text: 'Jakarta', imageUrl: null, isCorrect: true },
              { text: 'Bandung', imageUrl: null, isCorrect: false },
            ],
            answerKey: null,
            explanation: '',
            explanationHtml: null,
            score: 1,
          },
          warnings: [],
        },
      ],
      errors: [
        {
          line: 3,
          reason: 'Free text: A quiz does not have this type of question',
          mend: 'Give it options or a short answer, or take it out',
        },
        { line: 5, reason: 'No option is marked right', mend: 'Put = before the right option and ~ before the others' },
      ],
    });
    expect(await stored()).toBe(before);
  });

  it('applies the rules of a survey to a survey', async () => {
    const { body } = await preview(sample, survey);
    expect(body.errors).toEqual([]);
    expect(body.questions.map(({ question }) => question.type)).toEqual(['SINGLE_CHOICE', 'TEXT', 'SINGLE_CHOICE']);
  });

  it('refuses malicious and too large files, and an unknown quiz', async () => {
    const harm = await preview(Buffer.from('<!DOCTYPE quiz [<!ENTITY a "b">]><quiz>&a;</quiz>'));
    expect([harm.status, harm.body.message]).toEqual([
      400,
      'This XML declares a document type or entities of its own, which are not read; take <!DOCTYPE …> out',
    ]);
    expect((await preview(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))).status).toBe(413);
    expect((await preview(undefined)).status).toBe(400);
    expect((await preview(sample, quiz, 'admin', 'coding', 'other')).status).toBe(400);
  });

  it('uploads the pictures of a file, each once, and names those that cannot be kept', async () => {
    const png = (await drawn(60, 40).png().toBuffer()).toString('base64');
    const other = (await drawn(30, 30).png().toBuffer()).toString('base64');
    const answers = '<answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer>';
    const question = (html: string, files = '') =>
      `<question type="multichoice"><questiontext><text><![CDATA[Apa? ${html}]]></text>${files}</questiontext>${answers}</question>`;
    const file = (name: string, data: string) => `<file name="${name}" path="/" encoding="base64">${data}</file>`;
    const xml = `<quiz>${[
      question('<img src="@@PLUGINFILE@@/a%20b.png">', file('a b.png', png)),
      question(`<img src="data:image/png;base64,${other}"> <img src="data:image/png;base64,${png}" alt="dua">`),
      question('<img src="@@PLUGINFILE@@/c.png">', file('c.png', 'AAAA')),
      question('<img src="@@PLUGINFILE@@/d.png">'),
    ].join('')}</quiz>`;
    const { body } = await preview(Buffer.from(xml));
    const [first, second, ...rest] = body.questions;
    expect(body.errors).toEqual([]);
    expect(first!.warnings).toEqual([]);
    expect(second!.warnings).toEqual([]);
    const inPlace = /^<p>Apa\? <img src="([^"]+)" alt=""> <img src="([^"]+)" alt="dua"><\/p>$/;
    const [, ...addresses] = inPlace.exec(second!.question.questionHtml!)!;
    expect(first!.question.questionHtml).toBeNull();
    for (const address of [first!.question.imageUrl, ...addresses])
      expect(await test.sql('select type from upload where url = $1', [address])).toEqual([{ type: 'image/png' }]);
    expect([first!, second!].map(({ question: { question: text } }) => text)).toEqual(['Apa?', 'Apa?']);
    expect(rest.map(({ warnings, question: { imageUrl } }) => [imageUrl, warnings])).toEqual([
      [null, [expect.stringMatching(/^The picture “c.png” was left out: /)]],
      [null, ['The picture “d.png” was left out']],
    ]);
  });

  it('uploads the pictures of options, of files with one name each its own', async () => {
    const [first, second] = await Promise.all(
      [60, 30].map(async (side) => (await drawn(side, side).png().toBuffer()).toString('base64')),
    );
    const option = (data: string, fraction: number) =>
      `<answer fraction="${fraction}" format="html"><text>&lt;img src="@@PLUGINFILE@@/a.png"&gt;</text><file name="a.png" path="/" encoding="base64">${data}</file></answer>`;
    const xml = `<quiz><question type="multichoice"><questiontext><text>Mana?</text></questiontext>
      ${option(first!, 100)}${option(second!, 0)}${option('AAAA', 0).replace('&lt;', 'tiga &lt;')}</question></quiz>`;
    const { body } = await preview(Buffer.from(xml));
    const [{ question: read, warnings }] = body.questions as [(typeof body.questions)[number]];
    expect(warnings).toEqual([expect.stringMatching(/^The picture “a.png” was left out: /)]);
    expect(read.options.map(({ text }) => text)).toEqual(['', '', 'tiga']);
    const stored = await test.sql('select url, size > 0 as ok from upload where url = any($1)', [
      read.options.map(({ imageUrl }) => imageUrl),
    ]);
    expect(stored).toHaveLength(2);
    expect(read.options[2]!.imageUrl).toBeNull();
  });

  it('uploads a GIF as PNG, and says that one which moves keeps its first frame', async () => {
    const still = await drawn(60, 40).gif().toBuffer();
    const frames = ['#f00', '#00f'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const moving = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif({ loop: 0, delay: [100, 100] })
      .toBuffer();
    const file = (bytes: Buffer) =>
      Buffer.from(
        zipSync({
          'soal.txt': strToU8('::Satu:: [html]Mana? <img src\\="media/a.gif"> {=ya ~tidak}'),
          'media/a.gif': bytes,
        }),
      );
    for (const [bytes, warnings] of [
      [still, []],
      [moving, ['The picture “a.gif” moves: only its first frame was kept']],
    ] as const) {
      const { body } = await preview(file(bytes));
      expect(body.errors).toEqual([]);
      expect(body.questions[0]!.warnings).toEqual(warnings);
      const { imageUrl } = body.questions[0]!.question;
      expect(await test.sql('select type from upload where url = $1', [imageUrl])).toEqual([{ type: 'image/png' }]);
    }
  });

  it('uploads the pictures of a QTI package and of GIFT', async () => {
    const png = await drawn(60, 40).png().toBuffer();
    const item = `<assessmentItem><responseDeclaration identifier="R" cardinality="single"><correctResponse><value>A</value></correctResponse></responseDeclaration>
      <itemBody><p>Apa? <object data="../media/a%20b.png" type="image/png"/></p><choiceInteraction responseIdentifier="R"><simpleChoice identifier="A">a <img src="../media/a%20b.png" alt=""/></simpleChoice><simpleChoice identifier="B">b</simpleChoice></choiceInteraction></itemBody></assessmentItem>`;
    const zip = zipSync({ 'items/1.xml': strToU8(item), 'media/a b.png': png });
    const image = `<img src\\="data\\:image/png;base64,${png.toString('base64').replaceAll('=', '\\=')}">`;
    const gift = `[html]Apa? ${image} {=a ${image} ~b}`;
    for (const file of [Buffer.from(zip), Buffer.from(gift)]) {
      const { body } = await preview(file);
      expect(body).toMatchObject({ errors: [], questions: [{ warnings: [], question: { question: 'Apa?' } }] });
      const { imageUrl, options } = body.questions[0]!.question;
      for (const url of [imageUrl, options[0]!.imageUrl])
        expect(await test.sql('select size > 0 as ok from upload where url = $1', [url])).toEqual([{ ok: true }]);
    }
  });

  it('is limited to teaching roles and their brand', async () => {
    expect((await preview(sample, quiz, 'instructor')).status).toBe(200);
    expect((await preview(sample, quiz, 'customer-service')).status).toBe(403);
    expect((await preview(sample, quiz, 'admin', 'data')).status).toBe(404);
  });

  it('reads several files at once, and returns each to its caller', async () => {
    const files = Array.from({ length: 6 }, (_, n) => Buffer.from(`Nomor ${n}? {T}`));
    const answers = await Promise.all(files.map((file) => preview(file)));
    expect(answers.map(({ body }) => body.questions[0]?.question.question)).toEqual(files.map((_, n) => `Nomor ${n}?`));
  });
});

const bytesOf = ({ content }: { content: string }) => Buffer.from(content, 'base64');

describe('GET /admin/quiz/:id/questions/export/', () => {
  it.each([
    ['gift', 'Kuis 1 2.gift.txt', [1, 1]],
    ['moodle', 'Kuis 1 2.xml', [3, 3]],
    ['qti3', 'Kuis 1 2.qti.zip', [3, 3]],
    ['xlsx', 'Kuis 1 2.xlsx', [3, 3]],
  ] as const)('writes %s in the order of the quiz, and the result can be imported', async (format, name, scores) => {
    const { status, body } = await admin.call(exportQuestions, { params: { id: quiz }, query: { format } });
    expect(status).toBe(200);
    expect(body.name).toBe(name);
    const again = await preview(bytesOf(body));
    expect(again.body.errors).toEqual([]);
    expect(again.body.questions.map(({ question }) => [question.question, question.score])).toEqual([
      ['Perintah {apa}?', scores[0]],
      ['Ibu kota?', scores[1]],
    ]);
  });

  it('writes a spreadsheet with texts and numbers, without formulas', async () => {
    const { body } = await admin.call(exportQuestions, { params: { id: quiz }, query: { format: 'xlsx' } });
    const { cells } = readSheet(bytesOf(body), 'Questions');
    expect(cells.get('D3')).toMatchObject({ value: '=SUM(A1)', isFormula: false });
    expect(cells.get('K3')).toMatchObject({ value: 3 });
  });

  it('returns 404 for an unknown quiz', async () => {
    const { status } = await (
      await test.as('admin', 'data')
    ).call(exportQuestions, { params: { id: quiz }, query: { format: 'gift' } });
    expect(status).toBe(404);
  });
});

describe('GET /admin/question/template/', () => {
  it.each(['xlsx', 'csv'] as const)(
    'returns a %s with an example of each type, which can be imported',
    async (format) => {
      const { body } = await admin.call(questionTemplate, { query: { format } });
      expect(body.name).toBe(`Questions.${format}`);
      const again = await preview(bytesOf(body), survey);
      expect(again.body).toMatchObject({ format, errors: [] });
      expect(again.body.questions.map(({ question }) => question.type)).toEqual([
        'SINGLE_CHOICE',
        'MULTIPLE_CHOICE',
        'TRUE_FALSE',
        'SHORT_ANSWER',
        'RATING',
        'TEXT',
      ]);
    },
  );

  it('reads a template that another program saved, with shared strings and formatted text', async () => {
    const again = await preview(await readFile(join(import.meta.dirname, 'testing/saved-template.xlsx')), survey);
    expect(again.body.errors).toEqual([]);
    expect(again.body.questions).toHaveLength(6);
    expect(again.body.questions[0]?.question).toMatchObject({ question: 'Apa ini', score: 7 });
  });
});
