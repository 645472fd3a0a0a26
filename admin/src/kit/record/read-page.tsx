/** Page of a read-only record, configured as data: head, actions, tabs, panels, facts and history. */
import { useParams } from '@tanstack/react-router';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { kindOfRecord } from '#contract/kernel/fields.ts';
import type { Endpoint, Reply } from '#contract/kernel/endpoint.ts';
import { recordKinds, recordNoun } from '#contract/kernel/record-kinds.ts';
import { inputOf } from '../api/call.ts';
import { useCall } from '../api/use-call.ts';
import { NotFound } from '../feedback/states.tsx';
import { DetailPage, Facts } from './detail-page.tsx';
import type { HeadActions } from './head-actions.tsx';
import { History } from './history.tsx';
import type { TrailWords } from './history-words.ts';
import { Loaded } from './loaded.tsx';
import { headOf, type HeadParts, usePagePlaceholder } from './record-head.tsx';

type Panel<G extends Endpoint> = ComponentType<{ record: Reply<G> }>;

interface ReadPageProps<G extends Endpoint> extends HeadParts<Reply<G>> {
  get: G;
  panels: readonly Panel<G>[];
  /** Tabs after "Overview", which contains the panels. `list`: path above the id. */
  tabs?: { list: string; all: readonly { label: string; path: string; panel: Panel<G> }[] };
  facts: (record: Reply<G>) => readonly (readonly [label: string, value: ReactNode])[];
  /** Absent: no history. */
  trail?: TrailWords;
  /** Hook that returns the actions of the head. */
  useActions?: (record: Reply<G>) => HeadActions;
}

const noActions = (): HeadActions => ({});

interface ShownProps<R> extends Pick<ComponentProps<typeof DetailPage>, 'tabs' | 'side' | 'children'> {
  head: Pick<ComponentProps<typeof DetailPage>, 'title' | 'image' | 'badge' | 'subtitle'>;
  record: R;
  useActions: (record: R) => HeadActions;
}

const Shown = <R,>({ head, record, useActions, ...page }: ShownProps<R>) => (
  <DetailPage {...head} {...page} actions={useActions(record)} />
);

export function ReadPage<G extends Endpoint>({
  get,
  panels,
  tabs,
  facts,
  trail,
  useActions = noActions,
  ...head
}: ReadPageProps<G>) {
  const { id = '', tab: path } = useParams({ strict: false });
  const result = useCall(get, inputOf(get, { params: { id } }));
  const placeholder = usePagePlaceholder(get, id, head);
  const { table } = recordKinds[kindOfRecord(get)];
  const tab = tabs?.all.find((one) => one.path === path);
  if (path && !tab) return <NotFound />;
  const base = `${tabs?.list}/${id}`;
  const links = tabs && [
    { label: 'Overview', to: base },
    ...tabs.all.map((one) => ({ label: one.label, to: `${base}/${one.path}` })),
  ];
  const side = (record: Reply<G>) => (
    <>
      <Facts title="Facts" facts={facts(record)} />
      {trail && <History entity={table} entityId={id} {...trail} />}
    </>
  );
  return (
    <Loaded result={result} what={recordNoun(table)} skeleton={placeholder} isPage>
      {(record) => (
        <Shown head={headOf(head, record)} {...{ record, useActions }} tabs={links} side={side(record)}>
          {(tab ? [tab.panel] : panels).map((Panel, index) => (
            <Panel key={index} record={record} />
          ))}
        </Shown>
      )}
    </Loaded>
  );
}
