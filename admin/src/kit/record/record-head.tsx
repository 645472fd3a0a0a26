/** The head of a record's page: there at once, as far as a list has told it. */
import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/kernel.ts';
import { DetailPage } from './detail-page.tsx';
import { useKnownRow } from './known-head.ts';
import { FieldBones } from './loaded.tsx';

/** What is made of the record, or of its row in a list. */
export interface HeadParts<R> {
  titleOf: (record: R) => string;
  image?: ((record: R) => string | null) | undefined;
  badge?: ((record: R) => ReactNode) | undefined;
  /** One line below the title: how a person is reached. */
  subtitle?: ((record: R) => ReactNode) | undefined;
}

export const headOf = <R,>({ titleOf, image, badge, subtitle }: HeadParts<R>, record: R) => ({
  title: titleOf(record),
  image: image?.(record) ?? null,
  badge: badge?.(record),
  subtitle: subtitle?.(record),
});

/** The fields are as wide as beside facts. */
export const noFacts = <span />;

/** What stands in place of the page until the record is read; a hook. */
export function useComingPage<R>(get: Endpoint, id: string, parts: HeadParts<R>): ReactNode {
  const row = useKnownRow(get, id) as R | undefined;
  const head = row && headOf(parts, row);
  // Not every row tells what it is called.
  return head?.title ? (
    <DetailPage {...head} side={noFacts}>
      <FieldBones />
    </DetailPage>
  ) : undefined;
}
