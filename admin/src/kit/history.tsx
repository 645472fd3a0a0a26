/** Who changed a record, when, and from what to what: the audit trail of one thing. */
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { listAudit } from '#contract/audit.ts';
import { mayCall, type Reply } from '#contract/kernel.ts';
import { formatNumber } from './formats.ts';
import { differing, inWords } from './form/values.ts';
import { Moment } from './moment.tsx';
import { role } from './session.ts';
import { useCall } from './use-call.ts';
import classes from './history.module.css';

type Entry = Reply<typeof listAudit>['entries'][number];

interface Props {
  /** The record's kind and id, as the trail names them. */
  entity: string;
  entityId: string;
}

/** Nothing for a role that may not read the trail. */
export function History(props: Props) {
  return mayCall(listAudit, role() ?? '') ? <Trail {...props} /> : null;
}

function Trail({ entity, entityId }: Props) {
  const [pageSize, setPageSize] = useState(5);
  const { data, error, again, loading } = useCall(listAudit, { query: { entity, entityId, pageSize } }, { keepPrevious: true });
  const hidden = data ? data.totalItems - data.entries.length : 0;
  return (
    <section className={classes['history']} aria-label="History">
      <h2>History</h2>
      {error && !data && <p>The history could not be loaded. <Button size="compact-xs" variant="default" onClick={() => void again()}>Try again</Button></p>}
      {!data && !error && <Skeleton h={60} mt="xs" />}
      {data?.entries.length === 0 && <p>No changes yet.</p>}
      <ol>{data?.entries.map((entry) => <Line key={entry.id} entry={entry} />)}</ol>
      {hidden > 0 && pageSize < 100 && (
        <Button size="compact-sm" variant="default" loading={loading} onClick={() => setPageSize(Math.min(pageSize + 20, 100))}>{formatNumber(hidden)} older</Button>
      )}
    </section>
  );
}

/** The trail's plain actions as what somebody did; the others ("assign course") say it already. */
const deeds: Record<string, string> = { create: 'created this', update: 'changed this', delete: 'deleted this' };

function Line({ entry: { actorName, action, at, before, after } }: { entry: Entry }) {
  const fields = differing(before ?? {}, after ?? {});
  return (
    <li>
      <div><b>{actorName}</b> {deeds[action] ?? action}</div>
      {fields.length > 0 && (
        <details>
          <summary>{fields.length === 1 ? '1 field' : `${fields.length} fields`}</summary>
          <dl>{fields.map((name) => <div key={name}><dt>{nameOf(name)}</dt><dd>{before && <><del>{inWords(before[name])}</del> → </>}{inWords(after?.[name])}</dd></div>)}</dl>
        </details>
      )}
      <Moment at={at} />
    </li>
  );
}

/** `discount_type` or `discountType` → `discount type`. */
const nameOf = (column: string) => column.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
