/** Timeline of a user, newest first, filtered by kind. */
import { NativeSelect, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { listUserTimeline, type UserTimelineKind, userTimelineKinds } from '#contract/user/timeline.ts';
import { useCall } from '#kit/api/use-call.ts';
import { choicesOf } from '#kit/format/choices.ts';
import { Paging } from '#kit/list/paging.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { Timeline } from '#kit/record/timeline.tsx';
import type { OpenUser } from './user.ts';

const kinds = [{ value: '', label: 'Everything' }, ...choicesOf(userTimelineKinds)];

export function UserTimeline({ record: { id, name } }: OpenUser) {
  const [{ kind, page }, setAsked] = useState<{ kind: UserTimelineKind | ''; page: number }>({ kind: '', page: 1 });
  const result = useCall(listUserTimeline, { params: { id }, query: { kind, page } }, { keepPrevious: true });
  const filter = (
    <NativeSelect
      size="xs"
      aria-label="Kind"
      data={kinds}
      value={kind}
      onChange={({ currentTarget }) => setAsked({ kind: currentTarget.value as UserTimelineKind | '', page: 1 })}
    />
  );
  return (
    <Section title="Timeline" actions={filter}>
      <Loaded result={result} what="timeline" skeleton={<Skeleton h={240} />}>
        {({ entries, totalItems, isTotalCapped, pageSize }) => (
          <>
            <Timeline
              entries={entries}
              empty={kind ? `Nothing of this kind happened to ${name} yet.` : `Nothing happened to ${name} yet.`}
            />
            {totalItems > pageSize && (
              <Paging
                {...{ page, pageSize }}
                total={totalItems}
                isCapped={isTotalCapped}
                onPage={(next) => setAsked({ kind, page: next })}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
