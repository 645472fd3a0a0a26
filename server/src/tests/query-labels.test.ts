/** Tests that a refused query parameter is named as on the screen, not by its key. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { validated } from '#platform/http/validation.ts';
import { everyEndpoint } from './endpoints.ts';

const queries = (await everyEndpoint()).flatMap(({ name, entry: { query } }) =>
  query instanceof z.ZodObject ? Object.keys(query.shape).map((key) => ({ name, query, key })) : [],
);

const messageOf = (query: z.ZodType, key: string): string | undefined => {
  try {
    validated(query, { [key]: 'no such value' });
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
};

it('a filter of courses is refused by its label', () => {
  const { query } = queries.find(({ name, key }) => name === 'course.listCourses' && key === 'filter')!;
  expect(messageOf(query, 'filter')).toMatch(/^Category: Must be data, /);
});

it.each(queries)('$name does not show the key $key', ({ query, key }) => {
  expect(messageOf(query, key) ?? '').not.toMatch(new RegExp(`^${key}:`));
});
