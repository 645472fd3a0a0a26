/** Button of every picker that shows the drafts, which follow the published products, and hides them again. */
import { Button } from '@mantine/core';
import { formatTotal } from '#kit/format/formats.ts';

interface Fold {
  /** Number of drafts that match; without any there is no button. */
  count: number;
  isCapped?: boolean | undefined;
  isShown: boolean;
}

export const labelOfFold = ({ count, isCapped, isShown }: Fold) =>
  isShown ? 'Hide drafts' : `Show ${formatTotal(count, isCapped)} ${count === 1 ? 'draft' : 'drafts'}`;

export function DraftsFold({ toggle, ...fold }: Fold & { toggle: () => void }) {
  if (fold.count === 0) return null;
  return (
    <Button size="compact-sm" variant="subtle" color="gray" aria-expanded={fold.isShown} onClick={toggle}>
      {labelOfFold(fold)}
    </Button>
  );
}
