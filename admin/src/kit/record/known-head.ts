/** What a list has told of a record already: its name and badge are there before the record is read. */
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { kindOfRecord } from '#contract/fields.ts';
import type { Endpoint } from '#contract/kernel.ts';
import { ownerOf } from '#contract/owner.ts';

/** The row of any list of the area that was read, newest first; told by the id that the endpoint of the record tells. */
export function useKnownRow(get: Endpoint, id: string): object | undefined {
  const client = useQueryClient();
  const key = ownIdOf(get);
  const lists = client.getQueriesData<object>({ queryKey: [get.area] }).toReversed();
  return lists
    .flatMap(([, reply]) => Object.values(reply ?? {}).filter(Array.isArray) as unknown[][])
    .flat()
    .find((row): row is object => typeof row === 'object' && row !== null && own(row, key) === id);
}

const own = (row: object, key: string | undefined) => (row as Record<string, unknown>)[key ?? ''];

/** The name of the id in what is told of a record: `discountId`. */
function ownIdOf(get: Endpoint): string | undefined {
  const { reply } = get;
  const kind = kindOfRecord(get);
  const fields = reply instanceof z.ZodObject ? Object.entries(reply.shape) : [];
  return fields.find(([, schema]) => ownerOf(schema as z.core.$ZodType) === kind)?.[0];
}
