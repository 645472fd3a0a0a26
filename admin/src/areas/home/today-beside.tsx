/** Item of the queue in the panel: the bar, then the record as its own list shows it, or the facts of the row. */
import { Anchor } from '@mantine/core';
import { type ComponentType, createContext, Suspense, useContext } from 'react';
import type { TodayItem } from '#contract/home/endpoints.ts';
import { todayKinds } from '#contract/home/today.ts';
import { type Endpoint, mayCall } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { Queued } from '#kit/area.ts';
import { formatMinute } from '#kit/format/formats.ts';
import type { RowContent } from '#kit/list/peek.ts';
import { Facts } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { aboutOfItem } from './item.ts';
import { DoneBar, useIsAside } from './today-action.tsx';
import { useTodayWork } from './work.ts';

export interface BesideContent {
  /** Endpoint that reads the record, or only roles: the content reads for itself. */
  read: Endpoint | Pick<Endpoint, 'roles'>;
  Content: ComponentType<{ id: string; record: never; queued: Queued }>;
}

/** Contents of the panel by kind of record, which the app collects from the areas. */
export const BesideContext = createContext<Readonly<Record<string, BesideContent>>>({});

interface RecordProps {
  id: string;
  queued: Queued;
  read: Endpoint;
  Content: BesideContent['Content'];
}

function RecordBeside({ id, queued, read, Content }: RecordProps) {
  const result = useCall(read, { params: { id } });
  return (
    <Loaded result={result} what="record">
      {(record) => <Content id={id} record={record as never} queued={queued} />}
    </Loaded>
  );
}

function Beside({ item }: { item: TodayItem }) {
  const { read, Content } = useContext(BesideContext)[item.record.kind] ?? {};
  const { id } = item.record;
  const { handle, aside, outcomeOf } = useTodayWork();
  const isAside = useIsAside();
  const queued: Queued = {
    handle: (outcome, work) => handle(item, outcome, work),
    pass: () => {
      if (!isAside && outcomeOf(item) === undefined) void aside(item);
    },
  };
  if (!read || !Content || !mayCall(read, role() ?? '')) return <ItemFacts item={item} />;
  return (
    <Suspense>
      {'url' in read ? (
        <RecordBeside id={id} queued={queued} read={read} Content={Content} />
      ) : (
        <Content id={id} record={undefined as never} queued={queued} />
      )}
    </Suspense>
  );
}

function ItemFacts({ item }: { item: TodayItem }) {
  const { kind, amount, at, endAt, meetingUrl } = item;
  const about = aboutOfItem(item);
  const facts = [
    ['What', todayKinds[kind]],
    ...(about ? [['About', about]] : []),
    ...(amount === null ? [] : [['Amount', formatMoney(amount)]]),
    ...(at ? [[endAt === undefined ? 'Since' : 'Start', formatMinute(at)]] : []),
    ...(endAt ? [['End', formatMinute(endAt)]] : []),
  ] as [string, string][];
  return (
    <>
      <Facts title="Facts" facts={facts} />
      {meetingUrl && (
        <Anchor size="sm" href={meetingUrl} target="_blank" rel="noreferrer">
          Join the class
        </Anchor>
      )}
    </>
  );
}

export function TodayBeside({ record: item }: RowContent<TodayItem>) {
  if (!item) return <p>This is not in the list any more.</p>;
  return (
    <>
      <DoneBar item={item} />
      <Beside item={item} />
    </>
  );
}
