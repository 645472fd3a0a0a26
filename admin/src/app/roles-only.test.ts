/** The build's roles-only modules against the contract. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as course from '#contract/course.ts';
import * as paths from '#contract/learning-path.ts';
import { rolesSource } from '../../build/roles-only.ts';

const load = async (name: string): Promise<Record<string, unknown>> => {
  const source = await rolesSource(join(import.meta.dirname, '../../../contract/src', name));
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`)) as never;
};

test('has the roles of each endpoint', async () => {
  const { createCourse, listCourses } = await load('course.ts');
  expect(createCourse).toEqual({ roles: course.createCourse.roles });
  expect(listCourses).toEqual({ roles: course.listCourses.roles });
});

test('has the roles of the endpoints of a record kind', async () => {
  const { learningPaths } = await load('learning-path.ts');
  expect(learningPaths).toMatchObject({ get: { roles: paths.learningPaths.get.roles } });
});

test('leaves out schemas and what needs them', async () => {
  expect(await rolesSource(join(import.meta.dirname, '../../../contract/src/course.ts'))).not.toMatch(
    /\bimport\b|body/,
  );
});
