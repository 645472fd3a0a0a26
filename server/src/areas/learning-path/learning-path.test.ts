/** Tests the ordered courses of a learning path, and its users. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { learningPathRoutes } from './routes.ts';
import { addRecord } from '#shared/testing/sample.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([learningPathRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const { pathCourses, pathUsers } = assignments;
const reorderCourses = pathCourses.reorder!;
const addPath = () => addRecord(test.sql, 'learning-path', 'coding');
const addCourses = async (count: number) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await addRecord(test.sql, 'course', 'coding'));
  return ids;
};
const assign = (id: string, ids: string[]) => admin.call(pathCourses.assign, pathCourses.inputOf(id, ids));
const unassign = (id: string, ids: string[]) => admin.call(pathCourses.unassign, pathCourses.inputOf(id, ids));
const reorder = (id: string, body: string[], ifMatch?: string) =>
  admin.call(reorderCourses, { params: { id }, body }, ifMatch === undefined ? {} : { ifMatch });
const listed = async (id: string, query: object = {}) => {
  const { body } = await admin.call(pathCourses.list, {
    params: { id },
    query: { assigned: 'true', ...query } as object,
  });
  return pathCourses.rowsOf(body).map((row) => row.id);
};
const pathWith = async (count: number) => {
  const [id, courses] = [await addPath(), await addCourses(count)];
  expect((await assign(id, courses)).body).toEqual({ changed: count });
  return { id, courses };
};

describe('the courses of a learning path', () => {
  it('are in the order in which they were chosen, later ones at the end', async () => {
    const id = await addPath();
    const [a, b, c, d] = (await addCourses(4)) as [string, string, string, string];
    await assign(id, [c, a]);
    await assign(id, [b, c, d]);
    expect(await listed(id)).toEqual([c, a, b, d]);
    expect(await listed(id, { page: 2, pageSize: 3 })).toEqual([d]);
  });

  it('are listed as assigned, available, or both, with the specification’s values', async () => {
    const { id, courses } = await pathWith(2);
    const [free] = await addCourses(1);
    expect(await listed(id, { assigned: 'false', pageSize: 100 })).toContain(free);
    expect(await listed(id, { assigned: 'false', pageSize: 100 })).not.toContain(courses[0]);
    const both = await listed(id, { assigned: '', pageSize: 100 });
    expect(both.slice(0, 2)).toEqual(courses);
    expect(both).toContain(free);
  });

  it('take the order of a complete list, and return the new version', async () => {
    const {
      id,
      courses: [a, b, c],
    } = await pathWith(3);
    const { status, body, headers } = await reorder(id, [c!, a!, b!], '"v1"');
    expect([status, body, headers['etag']]).toEqual([200, { id, version: 2 }, '"v2"']);
    expect(await listed(id)).toEqual([c, a, b]);
    expect((await reorder(id, [c!, a!, b!])).body).toEqual({ id, version: 2 });
  });

  it('refuse every other list, and stay unchanged', async () => {
    const {
      id,
      courses: [a, b],
    } = await pathWith(2);
    const [foreign] = await addCourses(1);
    for (const [list, message] of [
      [[a], 'The list must be complete: 1 missing'],
      [[a, b, b], 'The list must be complete: 1 twice'],
      [[a, b, foreign], 'The list must be complete: 1 not from here'],
      [[b, foreign], 'The list must be complete: 1 missing, 1 not from here'],
    ] as [string[], string][])
      expect(await reorder(id, list)).toMatchObject({ status: 400, body: { message } });
    expect(await listed(id)).toEqual([a, b]);
  });

  it('are reordered only with the current version', async () => {
    const {
      id,
      courses: [a, b],
    } = await pathWith(2);
    expect((await reorder(id, [b!, a!], '"v1"')).status).toBe(200);
    expect(await reorder(id, [a!, b!], '"v1"')).toMatchObject({
      status: 412,
      body: { conflict: { by: 'Tester admin', version: 2 } },
    });
    expect(await listed(id)).toEqual([b, a]);
  });

  it('lose and duplicate nothing when many reorder, assign and unassign at once', async () => {
    const { id, courses } = await pathWith(6);
    const extra = await addCourses(6);
    const answers = await Promise.all([
      ...courses.map((_, n) => reorder(id, [...courses.slice(n), ...courses.slice(0, n)])),
      ...extra.map((course) => assign(id, [course])),
      unassign(id, [courses[5]!]),
    ]);
    // A list that is no longer complete is refused, not repaired.
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    const rows = await test.sql('select course_id, position from learning_path_course where path_id = $1', [id]);
    expect(rows.map((row) => row['course_id']).toSorted()).toEqual([...courses.slice(0, 5), ...extra].toSorted());
    expect(new Set(rows.map((row) => row['position'])).size).toBe(11);
  });

  it('of a published path cannot be empty: the last one is not unassigned', async () => {
    const {
      id,
      courses: [a, b],
    } = await pathWith(2);
    await test.sql('update learning_path set is_published = true where id = $1', [id]);
    expect((await unassign(id, [a!])).status).toBe(200);
    expect(await unassign(id, [b!])).toMatchObject({
      status: 409,
      body: {
        message: 'This learning path is published; it would lack a course. Unpublish it first, or add another',
        errors: [{ path: 'courses', message: 'Needs a course' }],
      },
    });
    expect(await listed(id)).toEqual([b]);
    await test.sql('update learning_path set is_published = false where id = $1', [id]);
    expect((await unassign(id, [b!])).status).toBe(200);
  });

  it('are recorded in the audit trail of the path', async () => {
    const {
      id,
      courses: [a, b],
    } = await pathWith(2);
    await reorder(id, [b!, a!]);
    const lines = await test.sql(
      `select action || ' ' || count(*) || ' ' || entry.table_name as said from audit_record filed
      join audit entry on entry.id = line or part_of = line
      where filed.table_name = 'learning_path' and filed.record_id = $1
      group by line, action, entry.table_name order by line desc`,
      [id],
    );
    expect(lines.map((line) => line['said'])).toEqual([
      'update 2 learning_path_course',
      'create 2 learning_path_course',
      'create 1 learning_path',
    ]);
  });
});

describe('the users of a learning path', () => {
  const people = async (id: string, query: object = {}) => {
    const { body } = await admin.call(pathUsers.list, { params: { id }, query });
    return pathUsers.rowsOf(body);
  };

  it('are assigned and unassigned one at a time, and listed by name', async () => {
    const id = await addPath();
    const [user, other] = [
      await addRecord(test.sql, 'user', 'coding'),
      await addRecord(test.sql, 'user', 'coding'),
    ] as const;
    expect((await admin.call(pathUsers.assign, { params: { id }, body: { user_id: user } })).body).toEqual({
      changed: 1,
    });
    expect((await admin.call(pathUsers.assign, { params: { id }, body: { user_id: user } })).body).toEqual({
      changed: 0,
    });
    expect(await people(id, { assigned: 'true' })).toMatchObject([
      { id: user, isAssigned: true, assignedAt: expect.stringMatching(/^\d{4}-.*Z$/), email: expect.any(String) },
    ]);
    expect((await people(id, { assigned: 'false', pageSize: 100 })).map((row) => row.id)).toContain(other);
    expect((await admin.call(pathUsers.unassign, { params: { id }, body: { user_id: user } })).body).toEqual({
      changed: 1,
    });
    expect(await people(id, { assigned: 'true' })).toEqual([]);
  });

  it('must be members of this brand', async () => {
    const id = await addPath();
    const foreign = await addRecord(test.sql, 'user', 'cyber');
    expect(await admin.call(pathUsers.assign, { params: { id }, body: { user_id: admin.userId } })).toMatchObject({
      status: 400,
      body: { message: 'Only members can be assigned to a learning path', errors: [{ path: 'user_id' }] },
    });
    expect(await admin.call(pathUsers.assign, { params: { id }, body: { user_id: foreign } })).toMatchObject({
      status: 400,
      body: { message: 'This user does not exist' },
    });
    expect((await people(id, { pageSize: 100 })).map((row) => row.id)).not.toContain(admin.userId);
  });
});
