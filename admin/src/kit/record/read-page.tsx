/** Page of a read-only record, configured as data: head, actions, panels, facts and history. */
import { useParams } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { kindOfRecord } from '#contract/kernel/fields.ts';
import type { Endpoint, Reply } from '#contract/kernel/endpoint.ts';
import { recordKinds, recordNoun } from '#contract/kernel/record-kinds.ts';
import { inputOf } from '../api/call.ts';
import { useCall } from '../api/use-call.ts';
import { DetailPage, Facts } from './detail-page.tsx';
import { History } from './history.tsx';
import type { TrailWords } from './history-words.ts';
import { Loaded } from './loaded.tsx';
import { headOf, type HeadParts, usePagePlaceholder } from './record-head.tsx';

interface ReadPageProps<G extends Endpoint> extends HeadParts<Reply<G>> {
  get: G;
  panels: readonly ComponentType<{ record: Reply<G> }>[];
  facts: (record: Reply<G>) => readonly (readonly [label: string, value: ReactNode])[];
  trail?: TrailWords;
  actions?: ComponentType<{ record: Reply<G> }>;
}

export function ReadPage<G extends Endpoint>({
  get,
  panels,
  facts,
  trail,
  actions: Actions,
  ...head
}: ReadPageProps<G>) {
  const { id = '' } = useParams({ strict: false });
  const result = useCall(get, inputOf(get, { params: { id } }));
  const { table } = recordKinds[kindOfRecord(get)];
  const side = (record: Reply<G>) => (
    <>
      <Facts title="Facts" facts={facts(record)} />
      <History entity={table} entityId={id} {...trail} />
    </>
  );
  return (
    <Loaded result={result} what={recordNoun(table)} skeleton={usePagePlaceholder(get, id, head)} isPage>
      {(record) => (
        <DetailPage {...headOf(head, record)} actions={Actions && <Actions record={record} />} side={side(record)}>
          {panels.map((Panel, index) => (
            <Panel key={index} record={record} />
          ))}
        </DetailPage>
      )}
    </Loaded>
  );
}
