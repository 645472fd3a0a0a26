import { expect, test } from 'vitest';
import { AttemptKey } from './attempt-key.ts';

test('repeating the same input keeps its key', () => {
  const attempt = new AttemptKey();
  expect(attempt.for({ body: { name: 'a' } })).toBe(attempt.for({ body: { name: 'a' } }));
});

test('changed input gets a key of its own', () => {
  const attempt = new AttemptKey();
  expect(attempt.for({ body: { name: 'a' } })).not.toBe(attempt.for({ body: { name: 'b' } }));
});

test('creating the same again after a success is a new create', () => {
  const attempt = new AttemptKey();
  const first = attempt.for({});
  attempt.succeeded();
  expect(attempt.for({})).not.toBe(first);
});
