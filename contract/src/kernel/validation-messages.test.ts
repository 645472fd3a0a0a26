/** Tests the default validation messages. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { choice } from './draft.ts';

const schema = z.strictObject({
  name: z.string().max(3),
  count: z.number().min(2),
  isOn: z.boolean(),
  kind: choice({ QUIZ: 'Quiz', SURVEY: 'Survey' }),
  shift: choice({ 0: 'None', 1: 'One' }),
  ids: z.array(z.string()).min(1),
});
const good = { name: 'Ana', count: 2, isOn: true, kind: 'QUIZ', shift: 0, ids: ['a'] };

const messagesFor = (change: object) =>
  schema.safeParse({ ...good, ...change }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

test.each([
  [{ name: undefined }, 'name: Missing'],
  [{ name: 5 }, 'name: Must be a text'],
  [{ name: 'Anas' }, 'name: At most 3 characters'],
  [{ count: '2' }, 'count: Must be a number'],
  [{ count: 1 }, 'count: At least 2'],
  [{ isOn: 'true' }, 'isOn: Must be true or false'],
  [{ kind: 'TEST' }, 'kind: Must be QUIZ or SURVEY'],
  [{ kind: null }, 'kind: Choose one'],
  [{ shift: 2 }, 'shift: Must be 0 or 1'],
  [{ ids: {} }, 'ids: Must be a list'],
  [{ ids: [] }, 'ids: At least 1 of them'],
  [{ nmae: 'Ana' }, ': Not known here: nmae'],
])('reports %o as "%s"', (change, sentence) => {
  expect(messagesFor(change)).toEqual([sentence]);
});

test('reports nothing for valid input', () => {
  expect(messagesFor({})).toBeUndefined();
});
