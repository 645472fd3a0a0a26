/** Button that writes a broadcast to the selected people, or to all that match, with its dialogs. */
import { Button } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { sendBroadcast } from '#contract/broadcast/endpoints.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { counted } from '#kit/format/formats.ts';
import type { Chosen } from '../batch/use-batch.ts';

const ComposeDialog = lazy(async () => ({ default: (await import('./compose-dialog.tsx')).ComposeDialog }));

interface Props extends Chosen {
  /** Course or learning path whose members are listed. */
  within?: { courseId: string } | { pathId: string };
  /** People in words, for the name of the broadcast; default: their number. */
  segment?: string | undefined;
}

/** Filter of people that a filter of the members of something means. */
const peopleOf = ({ search, term }: NonNullable<Chosen['all']>['query'], within: Props['within']) => ({
  search,
  access: term,
  ...within,
});

export function MessagePeople({ selection, all, within, segment }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!mayCall(sendBroadcast, role() ?? '')) return null;
  const people = all ? 'all that match' : counted(selection.selected.size, 'person', 'people');
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Message {people}
      </Button>
      {isOpen && (
        <Suspense>
          <ComposeDialog
            title={`Message ${people}`}
            segment={segment || people}
            people={
              all
                ? { ids: null, query: within ? peopleOf(all.query, within) : all.query }
                : { ids: [...selection.selected.keys()] }
            }
            close={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
