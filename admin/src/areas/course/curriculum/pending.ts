/** Changes of a curriculum that are on their way: shown over what was read, sent one after the other. */
import { useRef, useState } from 'react';
import { type Section, keyOf, sectionKey } from './order.ts';

/** Reads the sections again; undefined: they could not be read. */
export type Read = () => Promise<Section[] | undefined>;
export type Change = (sections: Section[]) => Section[];

/**
 * `read` reads the sections again. A change answers the version of what it changes when it is its turn: the one that
 * the person saw, but where a change of their own before it may have made another.
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
    // By now a success was read again. What was refused may have been changed or deleted by another.
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

/** The version of a line to send, of which the person saw `seen`. */
export type VersionOf = (key: string, seen: number) => Promise<number>;
export type Run = ReturnType<typeof usePending>['run'];

/** A section or an item under another name. */
export const renamedIn =
  (key: string, name: string): Change =>
  (sections) =>
    sections.map((section) => ({
      ...section,
      ...(sectionKey(section.sectionId) === key && { name }),
      items: section.items.map((item) => (keyOf(item) === key ? { ...item, name } : item)),
    }));
