/** The curriculum as a list of rows, and what moves do to it before the server has answered. Pure. */
import { type Child, type Order, moveChildren } from '#contract/ordering.ts';
import type { Move } from '#contract/section.ts';
import type { SectionItemKind } from '#contract/section-fields.ts';
import type { Course } from '../course-words.tsx';
import type { NewItem } from './new-items.ts';

export type Section = Course['sections'][number];
export type Item = Section['items'][number];

/** One line of the tree. */
export type Row =
  | { key: string; section: Section; item?: undefined; isNew?: undefined; waiting?: undefined }
  | { key: string; section: Section; item: Item; isNew?: undefined; waiting?: undefined }
  | { key: string; section: Section; item?: undefined; isNew: true; waiting?: NewItem };

export const keyOf = ({ kind, id }: Child): string => `${kind}:${id}`;
export const sectionKey = (id: string): string => `section:${id}`;

/** The name of what is typed in the form of a line and not saved. */
export const draftOf = (key: string): string => key.replace(/^survey/, 'quiz').replace(':', '/');

/** Where a new item is being written: behind this row. */
export interface Place {
  sectionId: string;
  /** Absent: before the first of the section. */
  after?: string | undefined;
}

/** The lines in their order, with those that are new; of a folded section its own alone, unless one of it is new. */
export function rowsOf(
  sections: readonly Section[],
  folded: ReadonlySet<string>,
  adding?: Place,
  waiting: readonly NewItem[] = [],
): Row[] {
  return sections.flatMap((section): Row[] => {
    const { sectionId, items } = section;
    const isHere = (place: Place) => place.sectionId === sectionId;
    const fresh: { row: Row; after?: string | undefined }[] = waiting
      .filter((one) => isHere(one) && !items.some((item) => keyOf(item) === one.madeAs))
      .map((one) => ({ row: { key: one.key, section, isNew: true, waiting: one }, after: one.after }));
    if (adding && isHere(adding)) fresh.push({ row: { key: 'new', section, isNew: true }, after: adding.after });
    const head: Row = { key: sectionKey(sectionId), section };
    if (folded.has(sectionId) && fresh.length === 0) return [head];
    const rows = items.map((item): Row => ({ key: keyOf(item), section, item }));
    for (const { row, after } of fresh) {
      const at = rows.findIndex(({ key, waiting: one }) => key === after || (one?.madeAs && one.madeAs === after));
      // Where what stood before it is gone, it is the last.
      rows.splice(after === undefined ? 0 : at < 0 ? rows.length : at + 1, 0, row);
    }
    return [head, ...rows];
  });
}

const orderOf = (sections: readonly Section[]): Order =>
  Object.fromEntries(sections.map(({ sectionId, items }) => [sectionId, items]));

/** The sections as they are after these moves. */
export function moved(sections: readonly Section[], moves: readonly Move[]): Section[] {
  const items = new Map(sections.flatMap((section) => section.items).map((item) => [keyOf(item), item]));
  const order = moves.reduce<Order>(
    (now, { items: some, sectionId, before }) => moveChildren(now, some, { parent: sectionId, before }),
    orderOf(sections),
  );
  return sections.map((section) => ({
    ...section,
    items: (order[section.sectionId] ?? []).flatMap((child) => items.get(keyOf(child)) ?? []),
  }));
}

export const childOf = ({ kind, id }: Item): { kind: SectionItemKind; id: string } => ({ kind, id });

/** The moves that take items back to where they stand now. */
export function wayBack(sections: readonly Section[], keys: ReadonlySet<string>): Move[] {
  return sections.flatMap(({ sectionId, items }) =>
    items
      .map((item, index): Move | undefined => {
        const next = items[index + 1];
        return keys.has(keyOf(item))
          ? { items: [childOf(item)], sectionId, before: next ? childOf(next) : null }
          : undefined;
      })
      .filter((move) => move !== undefined)
      // What follows is there again before what stands before it.
      .toReversed(),
  );
}

/** The move of items by one place up or down, over the border of a section; undefined where there is no way. */
export function step(sections: readonly Section[], keys: ReadonlySet<string>, by: 1 | -1): Move | undefined {
  const items = sections.flatMap((section) => section.items.filter((item) => keys.has(keyOf(item))).map(childOf));
  const edge = by < 0 ? items[0] : items.at(-1);
  const at = sections.findIndex((section) => edge && section.items.some((item) => keyOf(item) === keyOf(edge)));
  const here = sections[at];
  if (!edge || !here) return undefined;
  const others = here.items.filter((item) => !keys.has(keyOf(item)) || keyOf(item) === keyOf(edge));
  const index = others.findIndex((item) => keyOf(item) === keyOf(edge));
  const target = others[index + by];
  if (target) {
    const before = by < 0 ? target : others[index + 2];
    return { items, sectionId: here.sectionId, before: before ? childOf(before) : null };
  }
  const next = sections[at + by];
  if (!next) return undefined;
  const first = next.items[0];
  return { items, sectionId: next.sectionId, before: by > 0 && first ? childOf(first) : null };
}
