/** Reads a record's row from cached lists, so that its name and badge are shown before the record is loaded. */
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { kindOfRecord, ownerOf } from '#contract/kernel/fields.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';

/** Finds the row in any cached list of the area, newest first, by the id field of the record. */
export function useCachedRow(get: Endpoint, id: string): object | undefined {
  const client = useQueryClient();
  const key = idFieldOf(get);
  const lists = client.getQueriesData<object>({ queryKey: [get.area] }).toReversed();
  return lists
    .flatMap(([, reply]) => Object.values(reply ?? {}).filter(Array.isArray) as unknown[][])
    .flat()
    .find((row): row is object => typeof row === 'object' && row !== null && valueOf(row, key) === id);
}

const valueOf = (row: object, key: string | undefined) => (row as Record<string, unknown>)[key ?? ''];

/** Name of the id field in the record's reply: `discountId`. */
function idFieldOf(get: Endpoint): string | undefined {
  const { reply } = get;
  const kind = kindOfRecord(get);
  const fields = reply instanceof z.ZodObject ? Object.entries(reply.shape) : [];
  return fields.find(([, schema]) => ownerOf(schema as z.core.$ZodType) === kind)?.[0];
}
