/** Tests moves by one step, undoing moves, and the rows of a folded section. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Item, type Section, keyOf, moved, rowsOf, step, undoMoves } from './order.ts';

const item = (id: string) => ({ kind: 'lesson', id, name: id }) as Item;
const sectionsOf = (...lists: string[][]) =>
  lists.map((ids, index) => ({ sectionId: `s${index + 1}`, items: ids.map(item) }) as Section);
const idsOf = (sections: readonly Section[]) => sections.map(({ items }) => items.map(({ id }) => id).join(''));
const keys = (...ids: string[]) => new Set(ids.map((id) => `lesson:${id}`));

describe('one step', () => {
  it.each<[string, string[], 1 | -1, string[]]>([
    ['down', ['a'], 1, ['bac', 'de']],
    ['up', ['b'], -1, ['bac', 'de']],
    ['down at the end: into the next section', ['c'], 1, ['ab', 'cde']],
    ['up at the start: to the end of the section before', ['d'], -1, ['abcd', 'e']],
    ['of two that stand together', ['a', 'b'], 1, ['cab', 'de']],
    ['of two that stand apart brings them together', ['a', 'c'], 1, ['b', 'acde']],
  ])('%s', (_, ids, by, expected) => {
    const sections = sectionsOf(['a', 'b', 'c'], ['d', 'e']);
    const move = step(sections, keys(...ids), by);
    expect(idsOf(moved(sections, move ? [move] : []))).toEqual(expected);
  });

  it('does nothing at the ends of the course', () => {
    const sections = sectionsOf(['a'], ['b']);
    expect(step(sections, keys('a'), -1)).toBeUndefined();
    expect(step(sections, keys('b'), 1)).toBeUndefined();
    expect(step(sections, keys('x'), 1)).toBeUndefined();
  });
});

it('undo returns items to their places, wherever they were moved', () => {
  const anyCourse = fc.shuffledSubarray([...'abcdefgh'], { minLength: 1 }).chain((ids) =>
    fc.record({
      ids: fc.constant(ids),
      cut: fc.nat(ids.length),
      chosen: fc.subarray(ids, { minLength: 1 }),
      to: fc.constantFrom('s1', 's2'),
      before: fc.option(fc.constantFrom(...ids)),
    }),
  );
  fc.assert(
    fc.property(anyCourse, ({ ids, cut, chosen, to, before }) => {
      const sections = sectionsOf(ids.slice(0, cut), ids.slice(cut));
      const items = chosen.map((id) => ({ kind: 'lesson' as const, id }));
      const move = { items, sectionId: to, before: before ? { kind: 'lesson' as const, id: before } : null };
      const back = undoMoves(sections, new Set(items.map(keyOf)));
      expect(idsOf(moved(moved(sections, [move]), back))).toEqual(idsOf(sections));
    }),
  );
});

it('a collapsed section shows only itself, and opens when something is added', () => {
  const sections = sectionsOf(['a', 'b'], ['c']);
  const shown = (...args: Parameters<typeof rowsOf>) => rowsOf(...args).map(({ key }) => key);
  expect(shown(sections, new Set(['s1']), undefined)).toEqual(['section:s1', 'section:s2', 'lesson:c']);
  expect(shown(sections, new Set(), { sectionId: 's1', after: 'lesson:a' })).toEqual([
    'section:s1',
    'lesson:a',
    'new',
    'lesson:b',
    'section:s2',
    'lesson:c',
  ]);
  expect(shown(sections, new Set(['s2']), { sectionId: 's2' })).toEqual([
    'section:s1',
    'lesson:a',
    'lesson:b',
    'section:s2',
    'new',
    'lesson:c',
  ]);
});
