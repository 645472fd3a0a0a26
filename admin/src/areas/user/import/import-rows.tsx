/** Rows of a file by what would happen to them, with the questions about doubtful ones. */
import { Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { type ImportPreview, type ImportRow, type ImportState, importStates } from '#contract/user/import/endpoints.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { download } from '#kit/format/download.ts';
import { displayPhone, formatNumber } from '#kit/format/formats.ts';
import { Paging } from '#kit/list/paging.tsx';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import { refusedFile } from './refused-file.ts';
import classes from './import.module.css';

const colours: Readonly<Record<ImportState, BadgeColour>> = {
  new: 'green',
  changed: 'blue',
  unchanged: 'grey',
  refused: 'red',
  undecided: 'yellow',
};

const pageSize = 20;

/** Why a row is refused, or what it changes. */
function wordsOf({ state, faults, changes }: ImportRow): string {
  if (state === 'refused')
    return faults
      .map(({ column, cell, reason }) => (column ? `${column}${cell && ` “${cell}”`}: ${reason}` : reason))
      .join(' · ');
  return changes
    .map(({ label, before, after }) =>
      state === 'changed' ? `${label}: ${before || '–'} → ${after}` : `${label}: ${after}`,
    )
    .join(' · ');
}

interface Answering {
  answers: ReadonlyMap<number, string>;
  answer: (line: number, answer: string) => void;
}

function Question({ row, answers, answer }: { row: ImportRow } & Answering) {
  const { line, candidates, canBeNew } = row;
  return (
    <NativeSelect
      size="xs"
      aria-label={`Who is in row ${line}?`}
      description={wordsOf(row)}
      value={answers.get(line) ?? ''}
      onChange={(event) => answer(line, event.currentTarget.value)}
      data={[
        { value: '', label: 'Who is it?' },
        ...candidates.map(({ userId, name, email, phoneNumber }) => ({
          value: userId,
          label: [name, email, displayPhone(phoneNumber)].filter(Boolean).join(' · '),
        })),
        ...(canBeNew ? [{ value: 'new', label: 'Somebody new' }] : []),
        { value: 'skip', label: 'Leave the row out' },
      ]}
    />
  );
}

/** Tabs of the states that rows have; answered rows stay also with the questions, so that an answer can be taken back. */
function useTab({ rows }: ImportPreview, answers: Answering['answers']) {
  const groups = Map.groupBy(rows, ({ state }) => state);
  const questions = rows.filter(({ state, line }) => state === 'undecided' || answers.has(line));
  const states = (Object.keys(importStates) as ImportState[]).filter(
    (state) => groups.has(state) || (state === 'undecided' && questions.length > 0),
  );
  const [chosen, choose] = useState<ImportState>();
  const [page, setPage] = useState(1);
  const tab = chosen && states.includes(chosen) ? chosen : (states[0] ?? 'new');
  return {
    tab,
    rows: tab === 'undecided' ? questions : (groups.get(tab) ?? []),
    tabs: states.map((state) => ({
      value: state,
      label: `${importStates[state]} (${formatNumber(groups.get(state)?.length ?? 0)})`,
    })),
    choose: (state: string) => {
      choose(state as ImportState);
      setPage(1);
    },
    page,
    setPage,
  };
}

const columns = (answering: Answering | undefined): Column<ImportRow>[] => [
  { label: 'Row', cell: ({ line }) => formatNumber(line), width: 84 },
  {
    label: 'Person',
    cell: ({ name, email }) => (
      <span className={classes['person']}>
        {name || '–'}
        <small>{email}</small>
      </span>
    ),
    card: 'title',
    width: 'clamp(180px, 26cqw, 280px)',
  },
  {
    label: 'Result',
    cell: ({ state }) => <Badge colour={colours[state]}>{importStates[state]}</Badge>,
    width: 128,
    card: 'badge',
  },
  {
    label: 'What and why',
    cell: (row) =>
      answering ? (
        <Question row={row} {...answering} />
      ) : (
        <span className={classes['words']}>{wordsOf(row) || 'As in the file'}</span>
      ),
    isLong: true,
    card: 'fact',
  },
];

export function ImportRows({ preview, ...answering }: { preview: ImportPreview } & Answering) {
  const { tab, tabs, rows, choose, page, setPage } = useTab(preview, answering.answers);
  return (
    <>
      <Group gap="xs" justify="space-between" mb="xs">
        <SegmentedControl
          size="xs"
          aria-label="Results"
          className={classes['tabs']}
          data={tabs}
          value={tab}
          onChange={choose}
        />
        {tab === 'refused' && (
          <Button variant="default" size="xs" onClick={() => void refusedFile(preview).then(download)}>
            Download the refused rows
          </Button>
        )}
      </Group>
      {tab === 'undecided' && (
        <Text size="sm" c="dimmed" mb="xs">
          These rows may be of people who are here already. Nothing is guessed.
        </Text>
      )}
      <RowsTable
        label={importStates[tab]}
        columns={columns(tab === 'undecided' ? answering : undefined)}
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        expected={0}
        rowKey={({ line }) => String(line)}
      />
      <Paging page={page} pageSize={pageSize} total={rows.length} onPage={setPage} />
    </>
  );
}
