/** Tests, by tables and properties, which answers are right and how they are scored. */
import { expect, it } from 'vitest';
import type { QuestionType } from './questions.ts';
import fc from 'fast-check';
import { isRight, scoreOf } from './score.ts';

const options = (...right: boolean[]) => right.map((isCorrect, n) => ({ optionId: 'abc'[n]!, isCorrect }));
const single = options(true, false);
const several = options(true, true, false);

it.each<[type: QuestionType, its: ReturnType<typeof options>, key: string | null, answer: string | string[], boolean]>([
  ['SINGLE_CHOICE', single, null, ['a'], true],
  ['SINGLE_CHOICE', single, null, ['b'], false],
  ['SINGLE_CHOICE', single, null, ['a', 'b'], false],
  ['SINGLE_CHOICE', single, null, [], false],
  ['MULTIPLE_CHOICE', several, null, ['b', 'a'], true],
  ['MULTIPLE_CHOICE', several, null, ['a'], false],
  ['MULTIPLE_CHOICE', several, null, ['a', 'b', 'c'], false],
  ['TRUE_FALSE', single, null, ['a'], true],
  ['SHORT_ANSWER', [], 'Ibu kota\nJakarta', '  jakarta ', true],
  ['SHORT_ANSWER', [], 'Ibu kota\nJakarta', 'ibu  KOTA', true],
  ['SHORT_ANSWER', [], 'Ibu kota\nJakarta', 'Bandung', false],
  ['SHORT_ANSWER', [], 'Ibu kota\n', '', false],
  ['TEXT', [], null, 'apa saja', false],
])('grades %s, %j with the key %j: %j is right: %s', (type, its, answerKey, answer, expected) => {
  expect(isRight({ type, options: its, answerKey }, answer)).toBe(expected);
});

const asks = (score: number) => ({ type: 'SINGLE_CHOICE' as const, options: single, answerKey: null, score });
const low = { minScore: 0, maxScore: 65, title: 'Ulangi' };
const high = { minScore: 66, maxScore: 100, title: 'Hebat' };
const rules = { passingScore: 66, resultDetail: [low, high] };

it.each<
  [scores: number[], answers: (string[] | undefined)[], score: number, passed: boolean, band: object | undefined]
>([
  [[1, 1], [['a'], ['a']], 100, true, high],
  [[1, 1], [['b'], undefined], 0, false, low],
  [[1, 3], [['b'], ['a']], 75, true, high],
  [[1, 1, 1], [['a'], ['a'], ['b']], 66, true, high],
  [[1, 1, 1], [['a'], ['b'], []], 33, false, low],
  [[0, 0], [['a'], ['a']], 0, false, low],
  [[], [], 0, false, low],
])('scores questions of %j points, answered %j, as %i', (scores, answers, score, passed, band) => {
  expect(scoreOf(scores.map(asks), answers, rules)).toMatchObject({ score, passed, band });
});

it('returns no band if the quiz has none for the score', () =>
  expect(scoreOf([asks(1)], [['b']], { passingScore: 0, resultDetail: [high] })).toMatchObject({
    passed: true,
    band: undefined,
  }));

const answered = fc.array(fc.record({ points: fc.integer({ min: 1, max: 1000 }), isRight: fc.boolean() }), {
  minLength: 1,
});
const scored = (attempt: { points: number; isRight: boolean }[]) =>
  scoreOf(
    attempt.map(({ points }) => asks(points)),
    attempt.map((one) => [one.isRight ? 'a' : 'b']),
    rules,
  ).score;

it('is 100 only if all answers are right, 0 if none is, and independent of their order', () => {
  fc.assert(
    fc.property(answered, (attempt) => {
      expect(scored(attempt) === 100).toBe(attempt.every((one) => one.isRight));
      expect(scored(attempt.map((one) => ({ ...one, isRight: false })))).toBe(0);
      expect(scored(attempt.toReversed())).toBe(scored(attempt));
    }),
  );
});

it('never decreases with one more right answer', () => {
  fc.assert(
    fc.property(answered, fc.nat(), (attempt, pick) => {
      const mended = attempt.map((one, index) => (index === pick % attempt.length ? { ...one, isRight: true } : one));
      expect(scored(mended)).toBeGreaterThanOrEqual(scored(attempt));
    }),
  );
});
