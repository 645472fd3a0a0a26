/** Head of a record's page; shown early from the row of a list. */
import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { DetailPage } from './detail-page.tsx';
import { FieldsSkeleton } from './loaded.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { kindOfRecord, ownerOf } from '#contract/kernel/fields.ts';

/** Parts of the head, computed from the record or its row in a list. */
export interface HeadParts<R> {
  titleOf: (record: R) => string;
  image?: ((record: R) => string | null) | undefined;
  badge?: ((record: R) => ReactNode) | undefined;
  /** Line below the title, for example contact data. */
  subtitle?: ((record: R) => ReactNode) | undefined;
}

/** Title, image, badge and subtitle of a record, as the page's layout takes them. */
export const headOf = <R,>({ titleOf, image, badge, subtitle }: HeadParts<R>, record: R) => ({
  title: titleOf(record),
  image: image?.(record) ?? null,
  badge: badge?.(record),
  subtitle: subtitle?.(record),
});

/** Keeps the width of the aside. */
export const noFacts = <span />;

/** Hook that returns the placeholder of the page until the record is loaded. */
export function usePagePlaceholder<R>(get: Endpoint, id: string, parts: HeadParts<R>): ReactNode {
  const row = useCachedRow(get, id) as R | undefined;
  const head = row && headOf(parts, row);
  // Some rows have no title.
  return head?.title ? (
    <DetailPage {...head} side={noFacts}>
      <FieldsSkeleton />
    </DetailPage>
  ) : undefined;
}

/** Finds the row in any cached list of the area, newest first, by the id field of the record. */
function useCachedRow(get: Endpoint, id: string): object | undefined {
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
