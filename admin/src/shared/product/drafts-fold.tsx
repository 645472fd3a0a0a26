/** Button of every picker that shows the drafts, which follow the published products, and hides them again. */
import { Button } from '@mantine/core';
import { formatTotal } from '#kit/format/formats.ts';

interface Props {
  /** Number of drafts that match; without any there is no button. */
  count: number;
  isCapped?: boolean | undefined;
  isShown: boolean;
  toggle: () => void;
}

export function DraftsFold({ count, isCapped, isShown, toggle }: Props) {
  if (count === 0) return null;
  return (
    <Button size="compact-sm" variant="subtle" color="gray" aria-expanded={isShown} onClick={toggle}>
      {isShown ? 'Hide drafts' : `Show drafts (${formatTotal(count, isCapped)})`}
    </Button>
  );
}
