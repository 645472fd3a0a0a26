/** Head of a record's page; shown early from the row of a list. */
import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { DetailPage } from './detail-page.tsx';
import { useCachedRow } from './cached-row.ts';
import { FieldsSkeleton } from './loaded.tsx';

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
