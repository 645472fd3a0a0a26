/** Tests that items move within and between sections without loss or duplication. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCourse } from '#contract/course/endpoints.ts';
import { type Move, deleteParts, moveItems } from '#contract/course/section/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { courseRoutes } from './routes.ts';

let test: TestApp;
let instructor: TestCaller;
beforeAll(async () => {
  test = await testAppOf([courseRoutes]);
  instructor = await test.as('instructor');
});
afterAll(() => test.close());

type Item = Move['items'][number];
/** Creates a course with items named by section and position: a1, a2 … in the first, b1 … in the second. Every third is a quiz. */
async function aCourse(...counts: number[]) {
  const id = await addRecord(test.sql, 'course', 'coding');
  const sections: string[] = [];
  const item: Record<string, Item> = {};
  for (const [index, count] of counts.entries()) {
    const section = await addRecord(test.sql, 'section', 'coding', { course_id: id, position: (index + 1) * 1024 });
    sections.push(section);
    for (let n = 1; n <= count; n += 1) {
      const name = `${'abcdefghij'[index]}${n}`;
      const isQuiz = n % 3 === 0;
      const fields = { section_id: section, name, ...(isQuiz && { type: 'QUIZ' }) };
      item[name] = {
        kind: isQuiz ? 'quiz' : 'lesson',
        id: await addRecord(test.sql, isQuiz ? 'quiz' : 'lesson', 'coding', fields),
      };
    }
  }
  return { id, sections, item };
}
const move = (id: string, moves: Move[], caller = instructor) =>
  caller.call(moveItems, { params: { id }, body: { moves } });
/** Names of each section's items in the course detail. */
const orderOf = async (id: string) =>
  (await instructor.call(getCourse, { params: { id } })).body.sections.map(({ items }) =>
    items.map(({ name }) => name).join(' '),
  );

describe('items', () => {
  it('move within their section, before another item or to the end', async () => {
    const {
      id,
      sections: [a],
      item,
    } = await aCourse(4);
    expect((await move(id, [{ items: [item['a4']!], sectionId: a!, before: item['a2']! }])).body).toEqual({
      changed: 1,
    });
    expect(await orderOf(id)).toEqual(['a1 a4 a2 a3']);
    await move(id, [{ items: [item['a1']!], sectionId: a!, before: null }]);
    expect(await orderOf(id)).toEqual(['a4 a2 a3 a1']);
  });

  it('move between sections, several at once in the given order', async () => {
    const {
      id,
      sections: [a, b],
      item,
    } = await aCourse(3, 3);
    await move(id, [{ items: [item['a3']!, item['a1']!, item['b3']!], sectionId: b!, before: item['b2']! }]);
    expect(await orderOf(id)).toEqual(['a2', 'b1 a3 a1 b3 b2']);
    const rows = await test.sql(`select name from quiz where section_id = $1 order by name`, [b]);
    expect(rows.map(({ name }) => name)).toEqual(['a3', 'b3']);
    await move(id, [{ items: [item['a2']!], sectionId: b!, before: null }]);
    expect(await orderOf(id)).toEqual(['', 'b1 a3 a1 b3 b2 a2']);
    await move(id, [{ items: [item['b3']!], sectionId: a!, before: null }]);
    expect(await orderOf(id)).toEqual(['b3', 'b1 a3 a1 b2 a2']);
  });

  it('return to their places when the moves are undone', async () => {
    const {
      id,
      sections: [a, b],
      item,
    } = await aCourse(4, 2);
    await move(id, [{ items: [item['a2']!, item['a3']!], sectionId: b!, before: item['b2']! }]);
    expect(await orderOf(id)).toEqual(['a1 a4', 'b1 a2 a3 b2']);
    const back = { items: [item['a2']!, item['a3']!], sectionId: a!, before: item['a4']! };
    expect((await move(id, [back])).body).toEqual({ changed: 2 });
    expect(await orderOf(id)).toEqual(['a1 a2 a3 a4', 'b1 b2']);
    expect((await move(id, [back])).body).toEqual({ changed: 0 });
  });

  it('take many moves one after another', async () => {
    const {
      id,
      sections: [a, b],
      item,
    } = await aCourse(2, 1);
    await move(id, [
      { items: [item['a1']!], sectionId: b!, before: null },
      { items: [item['b1']!], sectionId: a!, before: item['a2']! },
      { items: [item['a2']!], sectionId: b!, before: item['a1']! },
    ]);
    expect(await orderOf(id)).toEqual(['b1', 'a2 a1']);
  });

  it('do not move when one is not of the course, with the path of the wrong one', async () => {
    const {
      id,
      sections: [a],
      item,
    } = await aCourse(2);
    const {
      sections: [foreign],
      item: others,
    } = await aCourse(1);
    const good = { items: [item['a2']!], sectionId: a!, before: item['a1']! };
    const gone = 'This is not in the course any more';
    const refusals: [Move, string, string][] = [
      [{ ...good, items: [item['a1']!, others['a1']!] }, 'moves.1.items.1.id', gone],
      [{ ...good, items: [{ ...item['a1']!, kind: 'quiz' as const }] }, 'moves.1.items.0.id', gone],
      [{ ...good, before: others['a1']! }, 'moves.1.before.id', gone],
      [{ ...good, sectionId: foreign! }, 'moves.1.sectionId', 'There is no such section'],
    ];
    for (const [bad, path, message] of refusals)
      expect(await move(id, [good, bad])).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
    expect(await orderOf(id)).toEqual(['a1 a2']);
    expect((await move(id, [good], await test.as('instructor', 'cyber'))).status).toBe(404);
  });

  it('are deleted together or not at all', async () => {
    const { id, item } = await aCourse(3, 1);
    const { item: others } = await aCourse(1);
    const remove = (...items: Item[]) => instructor.call(deleteParts, { params: { id }, body: { items } });
    expect(await remove(item['a1']!, others['a1']!)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'items.1.id' }] },
    });
    expect(await remove(item['a3']!, others['a1']!)).toMatchObject({ status: 400 });
    expect(await orderOf(id)).toEqual(['a1 a2 a3', 'b1']);
    expect((await remove(item['a1']!, item['a3']!, item['b1']!)).body).toEqual({ changed: 3 });
    expect(await orderOf(id)).toEqual(['a2', '']);
  });
});

/** Seeded random numbers, the same in every run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % sides;
  };
}

describe('random moves', () => {
  const names = (item: Record<string, Item>) => Object.keys(item);
  type Plain = { items: string[]; section: number; before: string | null };
  function someMove(roll: (sides: number) => number, all: string[], sections: number): Plain {
    const items = [...new Set(Array.from({ length: 1 + roll(3) }, () => all[roll(all.length)]!))];
    return { items, section: roll(sections), before: roll(3) ? all[roll(all.length)]! : null };
  }
  const asMove = (
    { items, section, before }: Plain,
    initial: { sections: string[]; item: Record<string, Item> },
  ): Move => ({
    items: items.map((name) => initial.item[name]!),
    sectionId: initial.sections[section]!,
    before: before === null ? null : initial.item[before]!,
  });
  /** Reference implementation of a move: removes the items and inserts them before another, or at the end if it is missing. */
  function moved(lists: string[][], { items, section, before }: Plain): string[][] {
    const left = lists.map((list) => list.filter((name) => !items.includes(name)));
    const target = left[section]!;
    const at = before === null || !target.includes(before) ? target.length : target.indexOf(before);
    target.splice(at, 0, ...items);
    return left;
  }

  it('have the same result as on plain lists, in one call or many', { timeout: 60_000 }, async () => {
    const initial = await aCourse(5, 3, 2);
    const roll = dice(7);
    let lists = (await orderOf(initial.id)).map((list) => list.split(' '));
    for (let call = 0; call < 60; call += 1) {
      const moves = Array.from({ length: 1 + roll(5) }, () => someMove(roll, names(initial.item), 3));
      lists = moves.reduce(moved, lists);
      expect(
        (
          await move(
            initial.id,
            moves.map((one) => asMove(one, initial)),
          )
        ).status,
      ).toBe(200);
      expect(await orderOf(initial.id)).toEqual(lists.map((list) => list.join(' ')));
    }
  });

  it(
    'lose and duplicate nothing when several clients make 10,000 at once',
    { tags: ['system'], timeout: 300_000 },
    async () => {
      const initial = await aCourse(12, 8, 4, 0);
      const answers = new Set<number>();
      const client = async (seed: number) => {
        const roll = dice(seed);
        for (let call = 0; call < 50; call += 1) {
          const moves = Array.from({ length: 25 }, () => asMove(someMove(roll, names(initial.item), 4), initial));
          answers.add((await move(initial.id, moves)).status);
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, n) => client(n + 1)));
      expect(answers).toEqual(new Set([200]));
      const allNames = (await orderOf(initial.id)).flatMap((list) => list.split(' ').filter(Boolean));
      expect(allNames.toSorted()).toEqual(names(initial.item).toSorted());
      const apart = await test.sql(
        `select i.item_id from section_item i left join lesson l on l.id = i.item_id left join quiz q on q.id = i.item_id
      where i.section_id = any($1) and coalesce(l.section_id, q.section_id) is distinct from i.section_id`,
        [initial.sections],
      );
      expect(apart).toEqual([]);
    },
  );
});
