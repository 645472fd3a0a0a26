/** Timeline: entries with their actor, moment, note and record. */
import { Text } from '@mantine/core';
import type { TimelineEntry } from '#contract/kernel/timeline.ts';
import { formatMoment, formatShortMinute } from '../format/formats.ts';
import { RecordLink } from './record-link.tsx';
import classes from './timeline.module.css';

interface Props {
  entries: readonly TimelineEntry[];
  /** Sentence shown without entries. */
  empty: string;
}

export const Timeline = ({ entries, empty }: Props) =>
  entries.length === 0 ? (
    <Text c="dimmed">{empty}</Text>
  ) : (
    <ol className={classes['timeline']}>
      {entries.map((entry) => (
        <li key={[entry.at, entry.kind, entry.text, entry.record?.id].join(' ')}>
          <span>
            {entry.by && <b>{entry.by.name}</b>} {entry.text} {entry.record && <RecordLink {...entry.record} />}
          </span>
          <time dateTime={entry.at} title={formatMoment(entry.at)}>
            {formatShortMinute(entry.at)}
          </time>
          {entry.note && <q>{entry.note}</q>}
        </li>
      ))}
    </ol>
  );
