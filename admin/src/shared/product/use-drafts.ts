/** Folds drafts behind published items, in every search for what is sold. */
import { useState } from 'react';
import type { CallResult } from '#kit/api/use-call.ts';
import type { Option, SearchResult } from '#kit/form/finder.tsx';
import { labelOfFold } from './drafts-fold.tsx';

type Page<Data> = Omit<CallResult<Data>, 'status' | 'loading' | 'message'>;
type Counted = { totalItems: number; isTotalCapped?: boolean | undefined };

const totalOf = (pages: readonly Page<Counted>[]) => pages.reduce((sum, { data }) => sum + (data?.totalItems ?? 0), 0);

/** Pages of published items and of drafts. The drafts are shown once they are unfolded, or if nothing else matches `search`. */
export function useDrafts<Data extends Counted, Row>(
  search: string,
  published: readonly Page<Data>[],
  drafts: readonly Page<Data>[],
  rowsOf: (data: Data) => readonly Row[],
) {
  const [isUnfolded, setUnfolded] = useState(false);
  const all = [...published, ...drafts];
  const isSettled = all.every(({ data, isPrevious }) => data !== undefined && !isPrevious);
  const hasOnlyDrafts = search !== '' && isSettled && totalOf(published) === 0;
  const isShown = isUnfolded || hasOnlyDrafts;
  const rows = (pages: readonly Page<Data>[]) => pages.flatMap(({ data }) => (data ? rowsOf(data) : []));
  return {
    published: rows(published),
    drafts: isShown ? rows(drafts) : [],
    failed: all.find(({ error, data }) => error && !data),
    isSettled,
    shown: isShown ? all : published,
    fold: {
      count: hasOnlyDrafts ? 0 : totalOf(drafts),
      isCapped: drafts.some(({ data }) => data?.isTotalCapped),
      isShown,
      toggle: () => setUnfolded(!isUnfolded),
    },
  };
}

/** Options of a finder for a result of {@link useDrafts}. */
export function foldedOptions<Row>(
  { published, drafts, failed, isSettled, fold }: Omit<ReturnType<typeof useDrafts<Counted, Row>>, 'shown'>,
  optionOf: (row: Row) => Option,
): SearchResult {
  const options = drafts.map(optionOf);
  return {
    ...(fold.count > 0
      ? { options: published.map(optionOf), fold: { label: labelOfFold(fold), toggle: fold.toggle, options } }
      : { options: [...published.map(optionOf), ...options] }),
    isSettled,
    error: failed?.error ?? null,
  };
}
