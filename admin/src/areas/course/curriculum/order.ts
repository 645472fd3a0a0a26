/** Rows of the curriculum, and the effect of moves before the server replies. Pure. */
import { type Child, type Order, moveChildren } from '#contract/kernel/ordering.ts';
import type { Move } from '#contract/course/section/endpoints.ts';
import type { SectionItemKind } from '#contract/course/section/fields.ts';
import type { Course } from '../course-words.tsx';
import { typedQuestions } from '../quiz/quiz-words.ts';
import type { NewItem } from './new-items.ts';

export type Section = Course['sections'][number];
export type Item = Section['items'][number];

/** Row of the tree: a section, an item, or a new item (the open input, or one `waiting` to be created). */
export type Row =
  | { key: string; section: Section; item?: undefined; isNew?: undefined; waiting?: undefined }
  | { key: string; section: Section; item: Item; isNew?: undefined; waiting?: undefined }
  | { key: string; section: Section; item?: undefined; isNew: true; waiting?: NewItem };

export const keyOf = ({ kind, id }: Child): string => `${kind}:${id}`;
export const sectionKey = (id: string): string => `section:${id}`;

/** Names of the drafts of a row: its form's, and its questions'. */
export const draftsOf = (key: string): string[] => [
  key.replace(/^survey/, 'quiz').replace(':', '/'),
  typedQuestions.draftName(key.replace(/^\w+:/, '')),
];

/** Place of a new item. */
export interface Place {
  sectionId: string;
  /** Row before it; absent for the start of the section. */
  after?: string | undefined;
}

/** Rows in order, including new ones. A folded section has only its own row, unless it contains a new one. */
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
      // Without its predecessor, the new row is the last.
      rows.splice(after === undefined ? 0 : at < 0 ? rows.length : at + 1, 0, row);
    }
    return [head, ...rows];
  });
}

const orderOf = (sections: readonly Section[]): Order =>
  Object.fromEntries(sections.map(({ sectionId, items }) => [sectionId, items]));

/** Sections after the moves. */
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

/** Moves that undo: they return the items to their current places. */
export function undoMoves(sections: readonly Section[], keys: ReadonlySet<string>): Move[] {
  return sections.flatMap(({ sectionId, items }) =>
    items
      .map((item, index): Move | undefined => {
        const next = items[index + 1];
        return keys.has(keyOf(item))
          ? { items: [childOf(item)], sectionId, before: next ? childOf(next) : null }
          : undefined;
      })
      .filter((move) => move !== undefined)
      // Later items first, so that the item each move names as successor is in place.
      .toReversed(),
  );
}

/** Move of items by one place up or down, across section borders; undefined at the start or end. */
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
