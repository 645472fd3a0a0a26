/** Tests the effects of deleting a learning path and of unassigning its courses and users, by what it has. */
import { expect, test } from 'vitest';
import { courseLossInWords, deletionInWords, userLossInWords } from './path-words.ts';

const another = 'unless they have them another way.';

test.each([
  [0, 'a final quiz', `the path is closed to them, ${another}`],
  [1, 'its 1 course stays as it is; a final quiz', `the path and its 1 course are closed to them, ${another}`],
  [12, 'its 12 courses stay as they are; a final quiz', `the path and its 12 courses are closed to them, ${another}`],
])('with %d courses', (totalCourses, deleted, unassigned) => {
  expect(deletionInWords({ totalCourses })).toBe(`${deleted} or project goes with it. This cannot be undone.`);
  expect(userLossInWords({ totalCourses })).toBe(unassigned);
});

test.each([
  [0, 'the path no longer opens it.'],
  [1, '1 user loses it, unless they have it another way.'],
  [12, '12 users lose it, unless they have it another way.'],
])('with %d users', (totalUsers, text) => expect(courseLossInWords(totalUsers)).toBe(text));
