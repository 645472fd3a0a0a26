/** Tests which saves of questions count as adding or updating, and which ids are sent. */
import { expect, test } from 'vitest';
import { type Question, addsOnly, blankQuestion, questionsDraft, toRequestQuestion } from './quiz-words.ts';

const stored: Question[] = [
  { questionId: 'a', type: 'SHORT_ANSWER', question: 'Satu', answerKey: '1' },
  {
    questionId: 'b',
    type: 'TRUE_FALSE',
    question: 'Dua',
    options: [
      { optionId: 'x', text: 'Benar', isCorrect: true },
      { optionId: 'y', text: 'Salah', isCorrect: false },
    ],
  },
];
const [one, two] = stored as [Question, Question];
const fresh: Question = { type: 'SHORT_ANSWER', question: 'Baru', answerKey: 'ya' };

test.each<[string, Question[], boolean]>([
  ['one more at the end', [one, two, fresh], true],
  ['one more between', [one, fresh, two], true],
  ['the keys of a question in another order', [{ answerKey: '1', ...one }, two, fresh], true],
  ['one that was removed elsewhere and is saved again', [one, two, { ...fresh, questionId: 'gone' }], true],
  ['nothing new', [one, two], false],
  ['one more, and another text', [{ ...one, question: 'Lain' }, two, fresh], false],
  ['one more, and another right option', [one, { ...two, options: two.options!.toReversed() }, fresh], false],
  ['one more, and one less', [one, fresh], false],
  ['one more, and another order', [two, one, fresh], false],
])('%s', (_, questions, isAdding) => expect(addsOnly(questions, stored)).toBe(isAdding));

test('the first questions count as added', () => expect(addsOnly([fresh], [])).toBe(true));

test('sends a question without its id if it is no longer stored', () => {
  const known = new Map(stored.map((question) => [question.questionId, question]));
  const option = { text: 'Mungkin', isCorrect: false };
  const [first] = two.options!;
  expect(toRequestQuestion({ ...two, options: [first!, { ...option, optionId: 'gone' }] }, known)).toEqual({
    ...two,
    options: [first, option],
  });
  expect(toRequestQuestion({ ...two, questionId: 'gone', options: [first!] }, known)).toEqual({
    type: 'TRUE_FALSE',
    question: 'Dua',
    options: [{ text: 'Benar', isCorrect: true }],
  });
});

test('lists an error for each field of an empty question', () => {
  const { error } = questionsDraft.QUIZ.safeParse({ questions: [blankQuestion('SINGLE_CHOICE')] });
  expect(error?.issues.map(({ path, message }) => [path.slice(2).join('.'), message])).toEqual([
    ['question', 'Write something'],
    ['options.0.text', 'Write something, or choose a picture'],
    ['options.1.text', 'Write something, or choose a picture'],
    ['options', 'Mark the one right option'],
  ]);
});
