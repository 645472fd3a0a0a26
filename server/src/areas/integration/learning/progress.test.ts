/** Tests progress in batches: results by item, and that order, division and repetition of batches do not matter. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putProgress } from '#contract/integration/learning.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { countReady } from '#shared/certificates-ready.ts';
import { progressOf } from '#shared/progress.ts';
import { membersSite } from './testing/site.ts';

type Item = CallInput<typeof putProgress>['body']['items'][number];

let site: Awaited<ReturnType<typeof membersSite>>;
beforeAll(async () => {
  site = await membersSite();
});
afterAll(() => site.test.close());

const send = async (items: Item[]) => (await site.key.call(putProgress, { body: { items } })).body;
const completions = (userId: string) =>
  site.test.sql('select lesson_id, completed_at from lesson_completion where user_id = $1 order by 1', [userId]);
const positions = (userId: string) =>
  site.test.sql('select lesson_id, seconds, reached_at from lesson_position where user_id = $1 order by 1', [userId]);

describe('a batch of progress', () => {
  it('counts in the progress of the course and among the members who are ready', async () => {
    const { test, course } = site;
    const lesson = await course.lesson('Pengantar');
    const { id, externalId } = await course.person();
    await test.sql('update course set has_certificate = true where id = $1', [course.course]);
    const body = await send([{ member: externalId, lessonId: lesson, completedAt: '2026-11-02T03:00:00Z' }]);
    expect(body).toEqual({ changed: 1, items: [{ saved: true }] });
    const db = test.database.tenant('coding');
    expect(await progressOf(db, [course.course], [id])).toMatchObject([{ items: 1, completed: 1 }]);
    await countReady(db, course.course);
    expect(await test.sql('select ready from certificate_ready where course_id = $1', [course.course])).toEqual([
      { ready: 1 },
    ]);
  });

  it('refuses items about unknown members and lessons and of the future alone', async () => {
    const { course, test } = site;
    const lessonId = await course.lesson('Kedua');
    const { id, externalId: member } = await course.person();
    const [other] = await test.sql(
      `insert into "user" (tenant, name, email, password_hash, role, external_id) values ('cyber', 'Lain', 'lain@cyber.test', '', 'member', 'C-1') returning id`,
    );
    expect(other).toBeDefined();
    const completedAt = '2026-11-02T03:00:00Z';
    const { changed, items } = await send([
      { member: 'nobody', lessonId, completedAt },
      { member, lessonId: id, completedAt },
      { member, lessonId, completedAt: new Date(Date.now() + 600_000).toISOString() },
      { member, lessonId, position: { seconds: 3, at: new Date(Date.now() + 600_000).toISOString() } },
      { member: 'C-1', lessonId, completedAt },
      { member, lessonId, completedAt },
    ]);
    expect(changed).toBe(1);
    expect(items.map(({ saved, path }) => (saved ? 'saved' : path))).toEqual([
      'member',
      'lessonId',
      'completedAt',
      'position.at',
      'member',
      'saved',
    ]);
    expect(await completions(id)).toHaveLength(1);
  });

  it('is refused whole, with the field, if an item is no item', async () => {
    const lessonId = await site.course.lesson('Ketiga');
    const { status, problem } = await site.key.call(putProgress, { body: { items: [{ member: 'M', lessonId }] } });
    expect([status, problem.errors]).toEqual([
      400,
      [{ path: 'items.0.completedAt', message: 'Give completedAt or position' }],
    ]);
  });

  it('of an account that was merged goes to the account that stayed', async () => {
    const { course, test } = site;
    const [gone, kept] = [await course.person(), await course.person()];
    await test.sql('update "user" set merged_into = $2, status = 0 where id = $1', [gone.id, kept.id]);
    const lessonId = await course.lesson('Keempat');
    await send([{ member: gone.externalId, lessonId, completedAt: '2026-11-02T03:00:00Z' }]);
    expect([await completions(gone.id), await completions(kept.id)]).toMatchObject([[], [{ lesson_id: lessonId }]]);
  });
});

describe('batches in any order, divided and repeated', () => {
  it('end in the same progress as one sorted batch', async () => {
    const { course } = site;
    const lessons = await Promise.all(['A', 'B', 'C'].map((name) => course.lesson(name)));
    const at = fc
      .integer({ min: 1, max: 20 })
      .map((minute) => new Date(Date.UTC(2026, 10, 1, 3, minute)).toISOString());
    const anItem = fc
      .record({ person: fc.nat(1), lessonId: fc.constantFrom(...lessons) })
      .chain((base) =>
        fc.oneof(
          fc.record({ ...fixed(base), completedAt: at }),
          fc.record({ ...fixed(base), position: fc.record({ seconds: fc.nat(500), at }) }),
        ),
      );
    const timeOf = (item: { completedAt?: string; position?: { at: string; seconds: number } }) =>
      item.completedAt ?? `${item.position?.at} ${String(item.position?.seconds).padStart(4, '0')}`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anItem, { minLength: 1, maxLength: 30 }),
        fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        async (items, dice, size) => {
          const pairs = [await twoPeople(), await twoPeople()];
          const named = (people: { externalId: string }[], some: typeof items) =>
            some.map(({ person, ...item }) => ({ member: people[person]!.externalId, ...item }));
          const sorted = items.toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
          await send(named(pairs[0]!, sorted));
          const shuffled = [...items, ...items]
            .map((item, index) => ({ item, by: dice[index]! }))
            .toSorted((one, other) => one.by - other.by)
            .map(({ item }) => item);
          for (let from = 0; from < shuffled.length; from += size)
            await send(named(pairs[1]!, shuffled.slice(from, from + size)));
          for (const person of [0, 1]) {
            const [first, second] = pairs.map((people) => people[person]!.id) as [string, string];
            expect(await completions(second)).toEqual(await completions(first));
            expect(await positions(second)).toEqual(await positions(first));
          }
          expect((await send(named(pairs[1]!, shuffled))).changed).toBe(0);
        },
      ),
      { numRuns: 15, endOnFailure: true },
    );
  });
});

const fixed = <Base extends object>(base: Base) =>
  Object.fromEntries(Object.entries(base).map(([key, value]) => [key, fc.constant(value as unknown)])) as {
    [Key in keyof Base]: fc.Arbitrary<Base[Key]>;
  };
const twoPeople = async () => [await site.course.person(), await site.course.person()];
