/** Copies parts of another course: whole sections, and single items to one place; Undo deletes all copies. */
import { copyParts, deleteParts } from '#contract/course/section/endpoints.ts';
import { useAction } from '#kit/api/use-action.ts';
import { counted } from '#kit/format/formats.ts';
import { type Item, type Section, childOf, keyOf, sectionKey } from './order.ts';

/** Row after which copies are placed: sections after its section, items after its item. */
export interface Target {
  section: Section | undefined;
  item: Item | undefined;
}
export interface Picked {
  /** With all of their items. */
  sections: readonly Section[];
  items: readonly Item[];
}

/** Selected parts: a fully selected section counts as one section, other items as items. */
export function pickedOf(sections: readonly Section[], ticked: ReadonlySet<string>): Picked {
  const isWhole = ({ sectionId }: Section) => ticked.has(sectionKey(sectionId));
  return {
    sections: sections.filter(isWhole),
    items: sections
      .filter((section) => !isWhole(section))
      .flatMap(({ items }) => items.filter((item) => ticked.has(keyOf(item)))),
  };
}

/** "1 section with 3 items, and 2 items". */
export function pickedWords({ sections, items }: Picked): string {
  const inside = sections.reduce((sum, section) => sum + section.items.length, 0);
  const whole = `${counted(sections.length, 'section', 'sections')} with ${counted(inside, 'item', 'items')}`;
  const single = counted(items.length, 'item', 'items');
  return [sections.length > 0 && whole, items.length > 0 && single].filter(Boolean).join(', and ');
}

/** Request body that places the picked parts after the target. */
function partsOf({ sections, items }: Picked, { section, item }: Target) {
  const next = section?.items[item ? section.items.findIndex((one) => keyOf(one) === keyOf(item)) + 1 : 0];
  const place = section && { sectionId: section.sectionId, before: next ? childOf(next) : null };
  return {
    sections: sections.map(({ sectionId }) => sectionId),
    behind: section?.sectionId ?? null,
    items: place && items.length > 0 ? { ...place, items: items.map(childOf) } : null,
  };
}

/** @param what the copied parts in words */
export function useCopying(id: string, what: string) {
  const params = { id };
  const takeBack = useAction(deleteParts, { messages: { ...deleteParts.messages, ok: `Took back ${what}` } });
  const copy = useAction(copyParts, {
    messages: { ...copyParts.messages, ok: `Copied ${what}` },
    undo:
      (_, { sections, items }) =>
      () =>
        void takeBack.run({ params, body: { sections, ...(items.length > 0 && { items }) } }),
  });
  return {
    isRunning: copy.loading,
    message: copy.error?.message,
    run: (picked: Picked, target: Target) => copy.run({ params, body: partsOf(picked, target) }),
  };
}
