/** Tests that questions with arbitrary texts are unchanged after writing and reading. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionDraft, questionProblems } from '#contract/course/quiz/questions.ts';
import { type StoredQuestion, acceptedAnswers, withoutLastLines } from './read-result.ts';
import { writeGift } from './gift-writer.ts';
import { writeMoodle } from './moodle-writer.ts';
import { writeQti } from './qti-writer.ts';
import { previewOf } from './service.ts';
import { writeCsv } from '#shared/spreadsheet/csv.ts';
import { rowsOf } from './sheet.ts';
import { withDerivedTexts } from '../quiz/formatted.ts';
import { toHtml } from '#shared/spreadsheet/markup.ts';
import { examples } from './template.ts';
import { writeXlsx } from '#shared/spreadsheet/xlsx.ts';

const nasty = [
  '~',
  '=',
  '#',
  '{',
  '}',
  ':',
  '\\',
  '\\n',
  '<',
  '>',
  '&',
  '&amp;',
  '&&092;',
  '&#32;',
  ']',
  ']]>',
  '<![CDATA[',
  '\n',

  '"',
  "'",
  '::',
  '//',
  '->',
  '####',
  '%50%',
  '[html]',
  '$CATEGORY: x',
  '<br/>',
  '<p>',
  '<img src="x">',
  '\t',
  '  ',
  ' ',

  '\u00a0',
  '\u2028',
  '😀',
  'é',
  'Pertanyaan',
  'ibu kota',
  'TRUE',
  'T',
  '*',
  '_x000D_',
  '=1+1',
  '@',
  '<!DOCTYPE',
  '-',
  'A. x',
  'ANSWER: A',
];
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  fc.string({ unit: 'grapheme', maxLength: 5 }),
);
/** Removes characters that XML cannot contain and normalizes to NFC, as texts are stored. */
// oxlint-disable-next-line no-control-regex -- these are control characters
const speakable = (text: string) => text.normalize('NFC').replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '');
const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => speakable(pieces.join('')));
const written = text.filter((one) => one.trim() !== '');
const line = written.map((one) => one.replace(/[\n\r\u2028\u2029]/g, ' ')).filter((one) => one.trim() !== '');

/** Options are read without empty lines at their end. */
const ofOption = written.map(withoutLastLines);

const options = (marks: boolean[], texts: string[], pictures: (string | null)[] = []) =>
  texts.map((one, index) => ({
    text: pictures[index] ? one : one || '-',
    imageUrl: pictures[index] ?? null,
    isCorrect: marks[index] ?? false,
  }));
const picture = fc.option(fc.constantFrom('https://gambar.sample.test/a.png?x=1&y={2}', '/files/coding/a.png'));
/** Formatted text of our editor, with nasty texts in it. */
const rich = fc
  .tuple(
    text.map(toHtml),
    fc.constantFrom(
      (one: string) => `<p>2<sup>10</sup>a${one}z</p>`,
      (one: string) => `<pre><code>if x:\n    y\n\n~z #1</code></pre><p>a<strong>${one}</strong></p>`,
      (one: string) =>
        `<table><tbody><tr><th colspan="2"><p>a${one}</p></th></tr><tr><td><p></p></td><td><p>x<br>y</p></td></tr></tbody></table>`,
      (one: string) => `<ol start="3" type="a"><li><p>a${one}</p><ul><li><p>b</p></li></ul></li></ol>`,
      (one: string) =>
        `<p>a<img src="/files/coding/a.png" alt="">${one}<img src="https://a.test/b.png?x=1&amp;y=2" alt="b &quot;c&quot;">b</p>`,
      (one: string) =>
        `<h2>a</h2><p><a target="_blank" rel="noopener noreferrer nofollow" href="https://a.test/?x={1}&amp;y=~2">b</a>${one}</p>`,
    ),
  )
  .map(([one, wrap]) => wrap(one));
const shape = fc.oneof(
  fc.record({
    type: fc.constantFrom('SINGLE_CHOICE' as const, 'MULTIPLE_CHOICE' as const),
    marks: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    texts: fc.array(fc.oneof({ weight: 4, arbitrary: ofOption }, { weight: 1, arbitrary: fc.constant('') }), {
      minLength: 2,
      maxLength: 6,
    }),
    pictures: fc.array(picture, { maxLength: 6 }),
  }),
  fc.record({ type: fc.constant('TRUE_FALSE' as const), isTrue: fc.boolean() }),
  fc.record({
    type: fc.constant('SHORT_ANSWER' as const),
    answers: fc.uniqueArray(line, { minLength: 1, maxLength: 3 }),
  }),
);

const question = fc
  .record({
    shape,
    question: written,
    explanation: text,
    questionHtml: fc.option(rich),
    explanationHtml: fc.option(rich),
    score: fc.integer({ min: 0, max: 1000 }),
    imageUrl: picture,
  })
  .map(({ shape: questionShape, ...rest }): StoredQuestion => {
    const base = { ...rest, options: [], answerKey: null };
    if (questionShape.type === 'SHORT_ANSWER')
      return { ...base, type: questionShape.type, answerKey: questionShape.answers.join('\n') };
    if (questionShape.type === 'TRUE_FALSE')
      return {
        ...base,
        type: questionShape.type,
        options: options([questionShape.isTrue, !questionShape.isTrue], ['Benar', 'Salah']),
      };
    const marks =
      questionShape.type === 'SINGLE_CHOICE'
        ? questionShape.marks.map((_, index) => index === questionShape.marks.indexOf(true))
        : questionShape.marks;
    return { ...base, type: questionShape.type, options: options(marks, questionShape.texts, questionShape.pictures) };
  })
  .filter((one) => questionDraft.safeParse(one).success && questionProblems(one, 'QUIZ').length === 0);

const questions = fc.array(question, { minLength: 1, maxLength: 4 });

const readBack = async (file: string | Uint8Array) => {
  const preview = await previewOf(Buffer.from(file as string), 'QUIZ');
  const losses = preview.questions.flatMap(({ warnings }) => warnings);
  return { errors: preview.errors, losses, questions: preview.questions.map((one) => one.question) };
};

/** Checks a hundred generated files; returns the differences after reading. */
async function lost(
  write: (original: StoredQuestion[]) => string | Uint8Array,
  kept: (one: StoredQuestion) => StoredQuestion = (one) => one,
) {
  const property = fc.asyncProperty(questions, async (drafts) => {
    const original: StoredQuestion[] = [];
    for (const draft of drafts) original.push(await withDerivedTexts(draft));
    expect(await readBack(write(original))).toEqual({ errors: [], losses: [], questions: original.map(kept) });
  });
  const { counterexample, errorInstance } = await fc.check(property, { numRuns: 100 });
  return { counterexample, errorInstance };
}
const asText = (one: StoredQuestion): StoredQuestion => ({ ...one, questionHtml: null, explanationHtml: null });
const nothing = { counterexample: null, errorInstance: null };

describe('questions are unchanged after writing and reading', () => {
  it.each<[string, Parameters<typeof lost>]>([
    ['GIFT, but for their scores', [writeGift, (one) => ({ ...one, score: 1 })]],
    ['Moodle XML', [writeMoodle]],
    ['QTI 3', [writeQti]],
    ['our spreadsheet as XLSX', [(original) => writeXlsx(rowsOf(original)), asText]],
    ['our spreadsheet as CSV', [(original) => writeCsv(rowsOf(original)), asText]],
  ])('from %s', async (_, [write, kept]) => {
    expect(await lost(write, kept)).toEqual(nothing);
  });
});

it('the template has an example of each type, and a survey imports all of it', async () => {
  for (const file of [writeXlsx(rowsOf(examples)), writeCsv(rowsOf(examples))]) {
    const { questions: read, errors } = await previewOf(Buffer.from(file as string), 'SURVEY');
    expect(errors).toEqual([]);
    expect(read.map((one) => one.question)).toEqual(examples);
  }
  expect(new Set(examples.map(({ type }) => type)).size).toBe(6);
  expect(acceptedAnswers(examples[3]!)).toEqual(['commit', 'git commit']);
});
