/** Pending changes of a curriculum: shown over the loaded sections, sent one after the other. */
import { useRef, useState } from 'react';
import { type Section, keyOf, sectionKey } from './order.ts';

/** Refetches the sections; undefined on failure. */
export type Read = () => Promise<Section[] | undefined>;
/** Applies a change to the shown sections before the server replies. */
export type Change = (sections: Section[]) => Section[];

/**
 * Runs changes in a queue. The first sends the version the user saw; a change that waited for another of the same user
 * sends the current version.
 */
export function usePending(sections: Section[], read: Read) {
  const [pending, setPending] = useState<readonly Change[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const run = async <Result extends { ok: boolean }>(
    change: Change,
    work: (versionOf: VersionOf) => Promise<Result>,
  ): Promise<Result> => {
    setPending((all) => [...all, change]);
    const isFirst = waiting.current === 0;
    waiting.current += 1;
    const versionOf: VersionOf = async (key, seen) =>
      isFirst ? seen : (versionsOf((await read()) ?? []).get(key) ?? seen);
    const done = queue.current.then(() => work(versionOf));
    queue.current = done.catch(() => undefined).then(() => (waiting.current -= 1));
    const result = await done;
    // A success has been refetched by now. A change may be refused because another user changed or deleted the row.
    if (!result.ok) await read();
    setPending((all) => all.filter((one) => one !== change));
    return result;
  };
  return { shown: pending.reduce((now, change) => change(now), sections), run };
}

const versionsOf = (sections: readonly Section[]) =>
  new Map(
    sections.flatMap(({ sectionId, version, items }) => [
      [sectionKey(sectionId), version] as const,
      ...items.map((item) => [keyOf(item), item.version] as const),
    ]),
  );

/** Version to send for a row; `seen` is the one the user saw. */
export type VersionOf = (key: string, seen: number) => Promise<number>;
export type Run = ReturnType<typeof usePending>['run'];

/** Renames a section or an item. */
export const renamedIn =
  (key: string, name: string): Change =>
  (sections) =>
    sections.map((section) => ({
      ...section,
      ...(sectionKey(section.sectionId) === key && { name }),
      items: section.items.map((item) => (keyOf(item) === key ? { ...item, name } : item)),
    }));
