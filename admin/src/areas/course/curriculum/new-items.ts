/**
 * New items that are not made yet: written down at once, made one after the other. They outlive the tab of their
 * course: who goes on elsewhere loses none.
 */
import { useMemo } from 'react';
import type { ItemType } from '#contract/lesson-rules.ts';
import type { ApiError } from '#kit/api/api-error.ts';
import { perSession } from '#kit/api/session.ts';
import { warnOnClosing } from '#kit/feedback/warn-on-closing.ts';
import { all, sharedValue } from '#kit/shared-value.ts';

export interface NewItem {
  /** Of its line, until it is made. */
  key: string;
  courseId: string;
  sectionId: string;
  /** The line before it, which may be new too; absent: it is the first of its section. */
  after?: string | undefined;
  type: ItemType;
  name: string;
  /** Its key, once it is made and not yet among what was read. */
  madeAs?: string;
  /** Why it was not made; absent: it is on its way. */
  error?: ApiError;
}

/** `gone`: its section is. */
export type Outcome = 'made' | 'gone' | ApiError;
/** Makes one behind a line that is there. Tells its key as soon as it is known; by the end all is read again. */
export type Make = (item: NewItem, tell: (key: string) => void) => Promise<Outcome>;

const list = perSession(() => {
  const items = sharedValue<readonly NewItem[]>([]);
  items.subscribe(() => warnOnClosing('new items', items.get().length > 0));
  items.set([]);
  return items;
});
/** What became of those that were made: their lines have these keys. */
const made = new Map<string, string>();
const working = new Set<string>();
let count = 0;

const changed = (items: readonly NewItem[], key: string, change: Partial<NewItem>) =>
  items.map((item) => (item.key === key ? { ...item, ...change } : item));

/** The key of a line, also of one that was new when it was asked for. */
export function lineOf(key: string): string;
export function lineOf(key: string | undefined): string | undefined;
export function lineOf(key: string | undefined): string | undefined {
  return made.get(key ?? '') ?? key;
}

export const isNew = (key: string): boolean => key.startsWith('new:');

/** What stands behind this one stands behind another line. */
const behind = (key: string, after: string | undefined) =>
  list()
    .get()
    .map((item) => (item.after === key ? { ...item, after } : item));

function settle({ key }: NewItem, madeAs: string): void {
  made.set(key, madeAs);
  list().set(changed(behind(key, madeAs), key, { madeAs }));
}

/** Takes it from the list. */
const leave = ({ key, after }: NewItem): void => list().set(behind(key, after).filter((item) => item.key !== key));

/** The line before it that is there, over those that were refused. */
function lineBefore({ after }: NewItem): string | undefined {
  const before = list()
    .get()
    .find(({ key }) => key === after);
  return before ? lineBefore(before) : after;
}

/** The others would fail in the same way. */
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

/** Answers the key of its line. */
export function addItem(item: Omit<NewItem, 'key'>, make: Make): string {
  count += 1;
  const key = `new:${count}`;
  list().set([...list().get(), { ...item, key }]);
  void work(item.courseId, make);
  return key;
}

/** All of the course that were not made. */
export function tryAgain(courseId: string, make: Make): void {
  const items = list().get();
  list().set(items.map(({ error, ...item }) => (item.courseId === courseId || !error ? item : { ...item, error })));
  void work(courseId, make);
}

export const dropItem = (item: NewItem): void => leave(item);

export function useNewItems(courseId: string): readonly NewItem[] {
  const every = list().use(all);
  return useMemo(() => every.filter((item) => item.courseId === courseId), [every, courseId]);
}
