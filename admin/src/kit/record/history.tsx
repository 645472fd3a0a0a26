/** History of a record: its audit trail with one entry per action. */
import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { listAudit } from '#contract/kernel/audit.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { recordKey } from '#contract/kernel/record-kinds.ts';
import { formatMoment, formatNumber, formatShortMinute } from '../format/formats.ts';
import { pageOf, pageOfKey } from './record-pages.ts';
import {
  type FieldChange,
  type Line,
  type Names,
  type TrailWords,
  describeLine,
  isRedundant,
  moreSuffix,
  shownChanges,
  maxShownNames,
} from './history-words.ts';
import { role } from '../api/session.ts';
import { useCall } from '../api/use-call.ts';
import classes from './history.module.css';

interface Props extends TrailWords {
  /** Table and id of the record. */
  entity: string;
  entityId: string;
}

/** Renders the history, or nothing for roles that may not read the trail. */
export function History(props: Props) {
  return mayCall(listAudit, role() ?? '') ? <Trail {...props} /> : null;
}

function Trail({ entity, entityId, ...words }: Props) {
  const [pageSize, setPageSize] = useState(5);
  const { data, error, refetch, loading } = useCall(
    listAudit,
    { query: { entity, entityId, pageSize } },
    { keepPrevious: true },
  );
  const hidden = data ? data.totalItems - data.entries.length : 0;
  return (
    <section className={classes['history']} aria-label="History">
      <h2>History</h2>
      {error && !data && (
        <p>
          The history could not be loaded.{' '}
          <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!data && !error && <Skeleton h={60} mt="xs" />}
      {data?.entries.length === 0 && <p>No changes yet.</p>}
      <ol>
        {data?.entries.map(
          (line) =>
            !isRedundant(line) && (
              <Entry key={line.id} line={line} names={data.names} viewed={recordKey(entity, entityId)} words={words} />
            ),
        )}
      </ol>
      {hidden > 0 && pageSize < 100 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={loading}
          onClick={() => setPageSize(Math.min(pageSize + 20, 100))}
        >
          {formatNumber(hidden)} older
        </Button>
      )}
      {hidden > 0 && pageSize === 100 && <p>{formatNumber(hidden)} older are not shown.</p>}
    </section>
  );
}

interface EntryProps {
  line: Line;
  names: Names;
  viewed: string;
  words: TrailWords;
}

function Entry({ line, names: recordNames, viewed, words }: EntryProps) {
  const { text, names, changes } = describeLine(line, recordNames, viewed, words);
  const pages = pagesOf(line, recordNames);
  const labels = names.length > 0 ? names : changes.map(({ label }) => label);
  const count = Math.max(labels.length, names.length > 0 ? line.count : 0);
  const isLong = names.length > 0 ? count > maxShownNames : changes.length > shownChanges;
  const isListed = names.length > 0 || isLong;
  // A summary that toggles an entry contains no links; they are in the expanded list.
  const linked = isLong ? noPages : pages;
  const sentence = (
    <>
      <b>
        <NameLink name={line.actorName} pages={linked} />
      </b>{' '}
      {text}
      {isListed && (
        <span>
          {count > 1 && ':'}{' '}
          {labels.slice(0, maxShownNames).map((name, index) => (
            <Fragment key={index}>
              {index > 0 && ', '}
              <NameLink name={name} pages={linked} />
            </Fragment>
          ))}
          {moreSuffix(labels, count)}
        </span>
      )}
    </>
  );
  const all =
    names.length > 0 ? isLong && <All names={names} count={count} pages={pages} /> : <Changes changes={changes} />;
  return (
    <li>
      {isLong ? (
        <details>
          <summary>{sentence}</summary>
          {all}
        </details>
      ) : (
        <>
          <div>{sentence}</div>
          {all}
        </>
      )}
      <time dateTime={line.at} title={formatMoment(line.at)}>
        {formatShortMinute(line.at)}
      </time>
    </li>
  );
}

type Pages = ReadonlyMap<string, string>;
const noPages: Pages = new Map();

/** Page paths of the records and the actor that an entry names, by name. */
function pagesOf(line: Line, recordNames: Names): Pages {
  const keys = new Set([line, ...line.parts].flatMap(({ belongsTo }) => belongsTo));
  const pages = new Map<string, string>();
  const actor = line.actorId && pageOf('user', line.actorId);
  if (actor) pages.set(line.actorName, actor);
  for (const key of keys) {
    const page = pageOfKey(key);
    const name = recordNames[key];
    if (page && name) pages.set(name, page);
  }
  return pages;
}

function NameLink({ name, pages }: { name: string; pages: Pages }) {
  const to = pages.get(name);
  return to ? <Link to={to}>{name}</Link> : name;
}

const All = ({ names, count, pages }: { names: readonly string[]; count: number; pages: Pages }) => (
  <ul>
    {names.map((name, index) => (
      <li key={index}>
        <NameLink name={name} pages={pages} />
      </li>
    ))}
    {count > names.length && <li>and {formatNumber(count - names.length)} more</li>}
  </ul>
);

const Changes = ({ changes }: { changes: readonly FieldChange[] }) =>
  changes.length > 0 && (
    <dl>
      {changes.map(({ label, was, becomes }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>
            {was !== null && (
              <>
                <del>{was}</del> →{' '}
              </>
            )}
            {becomes}
          </dd>
        </div>
      ))}
    </dl>
  );
