/** Page that imports a bank statement: its file, bank and columns, what would happen to each line, and the start. */
import { Alert, Button, Group, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { statementFields } from '#contract/payment/bank/columns.ts';
import {
  type Bank,
  banks,
  importStatement,
  maxStatementBytes,
  maxStatementLines,
  previewStatement,
  type StatementPreview,
  type StatementRow,
  type StatementState,
  statementStates,
} from '#contract/payment/bank/statements.ts';
import { dayInWords } from '#contract/kernel/days.ts';
import { formatMoney, formatSignedMoney } from '#contract/kernel/rupiah.ts';
import { ChooseFile } from '#admin-shared/import/choose-file.tsx';
import { ImportColumns } from '#admin-shared/import/import-columns.tsx';
import { useFilePreview, withField } from '#admin-shared/import/use-file-preview.ts';
import { useLeaveGuard } from '#admin-shared/import/use-leave-guard.ts';
import { callWithFile } from '#kit/api/call-with-file.ts';
import { useTask } from '#kit/api/use-action.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { Paging } from '#kit/list/paging.tsx';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import { DetailPage, Section } from '#kit/record/detail-page.tsx';
import classes from './bank.module.css';

interface Choices {
  file: File | undefined;
  columns: readonly string[] | undefined;
  bank: Bank | '';
  account: string;
}
const none: Choices = { file: undefined, columns: undefined, bank: '', account: '' };

const bodyOf = ({ columns, bank, account }: Choices) => ({
  account,
  ...(bank && { bank }),
  ...(columns && { columns: columns.join(',') }),
});

function useImport() {
  const [choices, setChoices] = useState(none);
  const navigate = useNavigate();
  const isStarted = useRef(false);
  const { read, ...reading } = useFilePreview<Choices, StatementPreview>({
    maxBytes: maxStatementBytes,
    read: ({ file, ...chosen }, signal) =>
      callWithFile(previewStatement, { input: { body: bodyOf({ file, ...chosen }) }, file, signal }),
  });
  useLeaveGuard(() => (choices.columns !== undefined || choices.account !== '') && !isStarted.current, 'columns');
  const { run, loading } = useTask({
    messages: importStatement.messages,
    writes: true,
    movesOn: true,
    perform: ({ file, seen }: { file: File; seen: string }) =>
      callWithFile(importStatement, { input: { body: { ...bodyOf(choices), seen } }, file, signal: new AbortController().signal }), // prettier-ignore
  });
  const change = (changes: Partial<Choices>) => {
    const next = { ...choices, ...changes };
    setChoices(next);
    void read(next);
  };
  async function start(seen: string): Promise<void> {
    if (!choices.file) return;
    isStarted.current = true;
    const outcome = await run({ file: choices.file, seen });
    if (!outcome.ok) {
      isStarted.current = false;
      return read(choices);
    }
    const { batchId, state } = outcome.reply;
    return state === 'done'
      ? navigate({ to: '/payment/statements', ignoreBlocker: true })
      : navigate({ to: '/batch/$id', params: { id: batchId }, ignoreBlocker: true });
  }
  return { choices, ...reading, change, start, isStarting: loading };
}
type Work = ReturnType<typeof useImport>;

/** Bank and account, if the file does not name them. */
function Known({ choices, preview, change }: Work) {
  const [account, setAccount] = useState(choices.account);
  const isAsked = (what: string) => preview?.missing.includes(what);
  if (!isAsked('Bank') && !isAsked('Account number') && choices.bank === '' && choices.account === '') return null;
  return (
    <div className={classes['known']}>
      <NativeSelect
        label="Bank"
        value={choices.bank || (preview?.bank ?? '')}
        data={[{ value: '', label: 'Choose' }, ...choicesOf(banks)]}
        onChange={(event) => change({ bank: event.currentTarget.value as Bank | '' })}
      />
      <TextInput
        label="Account number"
        inputMode="numeric"
        value={account || preview?.account || ''}
        onChange={(event) => setAccount(event.currentTarget.value)}
        onBlur={() => account !== choices.account && change({ account })}
        onKeyDown={(event) => event.key === 'Enter' && change({ account })}
      />
    </div>
  );
}

const colours: Readonly<Record<StatementState, BadgeColour>> = { new: 'green', known: 'grey', refused: 'red' };

const columns: readonly Column<StatementRow>[] = [
  { label: 'Row', cell: ({ line }) => formatNumber(line), width: 72 },
  { label: 'Day', cell: ({ bookedOn }) => (bookedOn ? dayInWords(bookedOn) : '–'), width: 116 },
  {
    label: 'Text',
    cell: ({ description, reason }) => (reason ? `${description}: ${reason}` : description),
    card: 'title',
    isLong: true,
  },
  { label: 'Amount', cell: ({ amount }) => (amount === null ? '–' : formatSignedMoney(amount)), align: 'right', width: 150 }, // prettier-ignore
  {
    label: 'Result',
    cell: ({ state }) => <Badge colour={colours[state]}>{statementStates[state]}</Badge>,
    width: 128,
    card: 'badge',
  },
];

const pageSize = 20;

function Lines({ preview: { rows } }: { preview: StatementPreview }) {
  const groups = Map.groupBy(rows, ({ state }) => state);
  const states = (Object.keys(statementStates) as StatementState[]).filter((state) => groups.has(state));
  const [chosen, choose] = useState<StatementState>();
  const [page, setPage] = useState(1);
  const tab = chosen && groups.has(chosen) ? chosen : (states[0] ?? 'new');
  const shown = groups.get(tab) ?? [];
  return (
    <>
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label="Results"
        value={tab}
        data={states.map((value) => ({ value, label: `${statementStates[value]} (${formatNumber(groups.get(value)!.length)})` }))} // prettier-ignore
        onChange={(value) => {
          choose(value);
          setPage(1);
        }}
      />
      <RowsTable
        label={statementStates[tab]}
        columns={columns}
        rows={shown.slice((page - 1) * pageSize, page * pageSize)}
        expected={0}
        rowKey={({ line }) => String(line)}
      />
      <Paging page={page} pageSize={pageSize} total={shown.length} onPage={setPage} />
    </>
  );
}

function whyNot({ isReading, isStarting }: Work, { missing, rows }: StatementPreview): string {
  if (isStarting) return 'The import is beginning';
  if (isReading) return 'The file is being compared';
  if (missing.length > 0) return `Choose first: ${missing.join(', ')}`;
  return rows.some(({ state }) => state === 'new') ? '' : 'All lines of this statement are here already';
}

function Start({ work, preview }: { work: Work; preview: StatementPreview }) {
  const why = whyNot(work, preview);
  const added = preview.rows.filter(({ state }) => state === 'new').length;
  return (
    <Group justify="flex-end">
      <Unavailable why={why} isShown>
        <Button
          data-loading={work.isStarting || undefined}
          onClick={() => void (why === '' && work.start(preview.seen))}
        >
          Import {counted(added, 'line', 'lines')}
        </Button>
      </Unavailable>
    </Group>
  );
}

/** Recognised layout, account, days and balances, in words. */
function wordsOf({ layout, bank, account, fromDay, toDay, opening, closing }: StatementPreview): string {
  const days = fromDay && toDay && `${dayInWords(fromDay)} – ${dayInWords(toDay)}`;
  const balances = opening !== null && closing !== null && `${formatMoney(opening)} → ${formatMoney(closing)}, which the lines add up to`; // prettier-ignore
  return [layout, bank && `${banks[bank]} ${account}`, days, balances].filter(Boolean).join(' · ');
}

export function StatementImportPage() {
  const work = useImport();
  const { preview, failure, choices, change } = work;
  const setColumn = (place: number, field: string) =>
    change({ columns: withField(preview?.columns ?? [], place, field) });
  const missing = preview?.missing.filter((what) => what !== 'Bank' && what !== 'Account number') ?? [];
  return (
    <DetailPage title="Import a statement">
      <Section title="File">
        <ChooseFile
          file={choices.file}
          take={(file) => change({ ...none, file })}
          isReading={work.isReading}
          accept=".csv,.xlsx,.txt,.sta,.940,.mt940"
          hint={`.csv, .xlsx or MT940 of BCA, Mandiri, BNI, BRI or another bank, at most ${counted(maxStatementLines, 'line', 'lines')}`}
        />
        {failure && (
          <Alert color="red" title="This statement cannot be imported" role="alert" mt="md">
            {failure}
          </Alert>
        )}
        {preview && (
          <Text size="sm" mt="sm" role="status">
            {wordsOf(preview)}
          </Text>
        )}
        {preview && preview.columns.length > 0 && (preview.layout === '' || choices.columns) && (
          <ImportColumns
            fields={statementFields}
            preview={{ columns: preview.columns, missing }}
            setColumn={setColumn}
          />
        )}
        <Known key={choices.file?.name} {...work} />
      </Section>
      {preview && preview.rows.length > 0 && (
        <Section title="Preview">
          <Lines preview={preview} />
        </Section>
      )}
      {preview && <Start work={work} preview={preview} />}
    </DetailPage>
  );
}
