/**
 * Queue of new items: shown at once, created one after the other. It outlives the course's tab, so that leaving the
 * page loses none.
 */
import { useMemo } from 'react';
import type { ItemType } from '#contract/course/lesson/rules.ts';
import type { ApiError } from '#kit/api/api-error.ts';
import { perSession } from '#kit/api/session.ts';
import { warnOnClosing } from '#kit/feedback/warn-on-closing.ts';
import { all, sharedValue } from '#kit/shared-value.ts';

export interface NewItem {
  /** Temporary key, until the item is created. */
  key: string;
  courseId: string;
  sectionId: string;
  /** Key of the row before it, which may be new too; absent for the first of its section. */
  after?: string | undefined;
  type: ItemType;
  name: string;
  /** Final key, set when the item is created but not refetched yet. */
  madeAs?: string;
  /** Error of the creation; absent while pending. */
  error?: ApiError;
}

/** `gone`: the section was deleted. */
export type Outcome = 'made' | 'gone' | ApiError;
/**
 * Creates an item after an existing row. Calls `tell` with its key as soon as it is known, and resolves after the
 * refetch.
 */
export type Make = (item: NewItem, tell: (key: string) => void) => Promise<Outcome>;

const list = perSession(() => {
  const items = sharedValue<readonly NewItem[]>([]);
  items.subscribe(() => warnOnClosing('new items', items.get().length > 0));
  items.set([]);
  return items;
});
/** Final keys of created items, by temporary key. */
const made = new Map<string, string>();
const working = new Set<string>();
let count = 0;

const changed = (items: readonly NewItem[], key: string, change: Partial<NewItem>) =>
  items.map((item) => (item.key === key ? { ...item, ...change } : item));

/** Current key of a row, also for a temporary key of a created item. */
export function lineOf(key: string): string;
export function lineOf(key: string | undefined): string | undefined;
export function lineOf(key: string | undefined): string | undefined {
  return made.get(key ?? '') ?? key;
}

export const isNew = (key: string): boolean => key.startsWith('new:');

/** Queue in which the items after `key` follow the row `after` instead. */
const behind = (key: string, after: string | undefined) =>
  list()
    .get()
    .map((item) => (item.after === key ? { ...item, after } : item));

function settle({ key }: NewItem, madeAs: string): void {
  made.set(key, madeAs);
  list().set(changed(behind(key, madeAs), key, { madeAs }));
}

/** Removes an item from the queue. */
const leave = ({ key, after }: NewItem): void => list().set(behind(key, after).filter((item) => item.key !== key));

/** Key of the nearest existing row before an item; skips items of the queue. */
function lineBefore({ after }: NewItem): string | undefined {
  const before = list()
    .get()
    .find(({ key }) => key === after);
  return before ? lineBefore(before) : after;
}

/** Whether an error would also occur for every other item. */
const isEverybodys = ({ status }: ApiError) => status === 0 || status === 401 || status >= 500;

async function work(courseId: string, make: Make): Promise<void> {
  if (working.has(courseId)) return;
  working.add(courseId);
  const waiting = () =>
    list()
      .get()
      .filter((item) => item.courseId === courseId && !item.error);
  try {
    for (let [next] = waiting(); next; [next] = waiting()) {
      const outcome = await make({ ...next, after: lineBefore(next) }, (key) => settle(next, key));
      if (outcome === 'made' || outcome === 'gone') leave(next);
      else
        for (const { key } of isEverybodys(outcome) ? waiting() : [next])
          list().set(changed(list().get(), key, { error: outcome }));
    }
  } finally {
    working.delete(courseId);
  }
}

/** Adds an item and returns its temporary key. */
export function addItem(item: Omit<NewItem, 'key'>, make: Make): string {
  count += 1;
  const key = `new:${count}`;
  list().set([...list().get(), { ...item, key }]);
  void work(item.courseId, make);
  return key;
}

/** Retries all failed items of a course. */
export function tryAgain(courseId: string, make: Make): void {
  const items = list().get();
  list().set(items.map(({ error, ...item }) => (item.courseId === courseId || !error ? item : { ...item, error })));
  void work(courseId, make);
}

/** Gives up an item that could not be created. */
export const dropItem = (item: NewItem): void => leave(item);

export function useNewItems(courseId: string): readonly NewItem[] {
  const every = list().use(all);
  return useMemo(() => every.filter((item) => item.courseId === courseId), [every, courseId]);
}
