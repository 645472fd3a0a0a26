/** Item of the queue in the panel: the bar, then the record as its own list shows it, or the facts of the row. */
import { type ComponentType, createContext, Suspense, useContext } from 'react';
import type { TodayItem } from '#contract/home/endpoints.ts';
import { todayKinds } from '#contract/home/today.ts';
import { type Endpoint, mayCall } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { formatMinute } from '#kit/format/formats.ts';
import type { RowContent } from '#kit/list/peek.ts';
import { Facts } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { aboutOfItem } from './item.ts';
import { DoneBar } from './today-action.tsx';

export interface BesideContent {
  read: Endpoint;
  Content: ComponentType<{ record: never }>;
}

/** Contents of the panel by kind of record, which the app collects from the areas. */
export const BesideContext = createContext<Readonly<Record<string, BesideContent>>>({});

function RecordBeside({ id, content: { read, Content } }: { id: string; content: BesideContent }) {
  const result = useCall(read, { params: { id } } as never);
  return (
    <Loaded result={result} what="record">
      {(record) => <Content record={record as never} />}
    </Loaded>
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
        <a href={meetingUrl} target="_blank" rel="noreferrer">
          Join the class
        </a>
      )}
    </>
  );
}

export function TodayBeside({ record: item }: RowContent<TodayItem>) {
  const contents = useContext(BesideContext);
  if (!item) return <p>This is not in the list any more.</p>;
  const content = contents[item.record.kind];
  return (
    <>
      <DoneBar item={item} />
      {content && mayCall(content.read, role() ?? '') ? (
        <Suspense>
          <RecordBeside id={item.record.id} content={content} />
        </Suspense>
      ) : (
        <ItemFacts item={item} />
      )}
    </>
  );
}
