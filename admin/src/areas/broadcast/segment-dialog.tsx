/** Chooses the people of a broadcast by the filters of people, and sends it. */
import { type KeyboardEvent, useMemo, useState } from 'react';
import { peopleFilter } from '#contract/user/filter.ts';
import { SendDialog } from '#admin-shared/broadcast/send-dialog.tsx';
import { peopleFilters } from '#admin-shared/user/people-filters.ts';
import { type Search, changeState, readState } from '#kit/list/list-state.ts';
import { Toolbar } from '#kit/list/toolbar.tsx';

interface Props {
  broadcastId: string;
  close: () => void;
}

/** Enter in the search must not send the message. */
const keepOpen = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
};

export function SegmentDialog({ broadcastId, close }: Props) {
  const filters = useMemo(() => peopleFilters(), []);
  const [search, setSearch] = useState<Search>({});
  const query = readState(peopleFilter, search);
  return (
    <SendDialog broadcastId={broadcastId} people={{ ids: null, query }} close={close}>
      <div onKeyDown={keepOpen} role="presentation">
        <Toolbar
          label="Members"
          state={query}
          change={(change) => setSearch((now) => changeState(now, change))}
          search={{ placeholder: 'Search name, e-mail or phone', hasNoKey: true }}
          filters={filters}
          sorts={[]}
        />
      </div>
    </SendDialog>
  );
}
