/** What a list has told of a record already: its name and badge are there before the record is read. */
import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '#contract/kernel.ts';

/** The row of any list of the area that was read, newest first; told by its id. */
export function useKnownRow(area: Area, id: string): object | undefined {
  const client = useQueryClient();
  const lists = client.getQueriesData<object>({ queryKey: [area] }).toReversed();
  return lists
    .flatMap(
      ([, reply]) =>
        Object.values(reply ?? {})
          .filter(Array.isArray)
          .flat() as unknown[],
    )
    .find((row): row is object => isOf(row, id));
}

/** Its id is the row's own: the first that it tells. */
function isOf(row: unknown, id: string): boolean {
  if (typeof row !== 'object' || row === null || !('name' in row)) return false;
  const own = Object.entries(row).find(([key]) => /^id$|Id$/.test(key));
  return own?.[1] === id;
}
