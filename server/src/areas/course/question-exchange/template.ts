/** Example questions of the spreadsheet template: one of each type. */
import { type StoredQuestion, trueOrFalse } from './read-result.ts';

const blank = {
  questionHtml: null,
  imageUrl: null,
  answerKey: null,
  explanation: '',
  explanationHtml: null,
  score: 1,
  options: [],
};
const option = (text: string, isCorrect = false) => ({ text, imageUrl: null, isCorrect });

export const examples: readonly StoredQuestion[] = [
  {
    ...blank,
    type: 'SINGLE_CHOICE',
    question: 'Apa ibu kota Indonesia?',
    options: [option('Bandung'), option('Jakarta', true), option('Surabaya')],
    explanation: 'Members read this once they have answered.',
  },
  {
    ...blank,
    type: 'MULTIPLE_CHOICE',
    question: 'Which of these are programming languages?',
    options: [option('Python', true), option('HTML'), option('Go', true)],
    score: 2,
  },
  { ...blank, type: 'TRUE_FALSE', question: 'HTTP is a stateless protocol.', options: trueOrFalse(true) },
  {
    ...blank,
    type: 'SHORT_ANSWER',
    question: 'Which command records staged changes?',
    answerKey: 'commit\ngit commit',
  },
  { ...blank, type: 'RATING', question: 'How clear was this class? (in surveys)' },
  { ...blank, type: 'TEXT', question: 'What should we do better? (in surveys)' },
];
