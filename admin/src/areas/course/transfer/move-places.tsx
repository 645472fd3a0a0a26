/** Button that moves selected places to another course, or lets them wait, with its dialog. */
import { Button } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';

const TransferDialog = lazy(async () => ({ default: (await import('./transfer-dialog.tsx')).TransferDialog }));

interface Props {
  courseId: string;
  people: ReadonlyMap<string, unknown>;
  /** They wait already. */
  areWaiting?: boolean;
  /** Called when they moved. */
  moved: () => void;
}

export function MovePlaces({ courseId, people, areWaiting = false, moved }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {areWaiting ? 'Move to a batch…' : 'Move to another batch…'}
      </Button>
      {isOpen && (
        <Suspense>
          <TransferDialog
            courseId={courseId}
            userIds={[...people.keys()]}
            areWaiting={areWaiting}
            close={close}
            moved={moved}
          />
        </Suspense>
      )}
    </>
  );
}
