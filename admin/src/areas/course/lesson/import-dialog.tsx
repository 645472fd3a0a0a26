/** Attendance import from a pasted, dropped or chosen list, or from reports of programs, with a preview of the marks and their reasons. */
import { Group, NumberInput, Switch, Text, Textarea } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { stayOf } from '#contract/course/attendance/evidence.ts';
import { maxListBytes, readListSheet } from '#contract/course/attendance/list-sheet.ts';
import { readAttendanceList } from '#contract/course/attendance/import.ts';
import { UnreadTable } from '#contract/course/attendance/table.ts';
import { type Limits, matchAttendance, defaultLimits } from '#contract/course/attendance/match.ts';
import { asApiError } from '#kit/api/api-error.ts';
import { callWithFile } from '#kit/api/call-with-file.ts';
import { counted } from '#kit/format/formats.ts';
import { ChooseFiles, textOfFile, useFileDrop } from '#kit/form/choose-files.tsx';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { ImportPreview, sources } from './import-preview.tsx';
import { ListColumns, useKnownColumns } from './list-columns.tsx';
import type { Lesson } from './lesson-fields.tsx';
import { type Evidence, type Marking, type Member, unmarked } from './use-marks.ts';

interface Props {
  lesson: Lesson;
  members: readonly Member[];
  marking: Marking;
  /** File dropped on the page. */
  file: File | undefined;
  /** Reports of programs, instead of a list. */
  evidence: Evidence | undefined;
  close: () => void;
}

const minutesBetween = ({ meetingStartAt: from, meetingEndAt: to }: Lesson): number | null =>
  from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 60_000) : null;

const isSheet = ({ name }: File) => /\.xlsx$/i.test(name);
const isText = ({ name, type }: File) => /\.(csv|tsv|txt)$/i.test(name) || type.startsWith('text/');

/** Text of a list, of which the server reads spreadsheets. */
const textOfList = async (file: File, signal: AbortSignal): Promise<string> =>
  isSheet(file) ? (await callWithFile(readListSheet, { input: {}, file, signal })).text : textOfFile(file);

const reportedBy = (evidence: Evidence) =>
  `Reported by ${[...new Set(evidence.map(({ source }) => source))].join(', ')}`;

/** Parsed list, and the length of the class: from the lesson, else from the list, else its longest stay. */
function useList({ lesson, members, file: dropped, evidence }: Props) {
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState('');
  const reading = useRef<AbortController>(null);
  const [limits, setLimits] = useState<Limits>();
  const { remembered, chosen, use } = useKnownColumns();
  const list = useMemo(() => {
    if (evidence) return { source: reportedBy(evidence), classMinutes: null, stays: evidence.map(stayOf) };
    try {
      const known = new Map([...(remembered ?? []).map(({ key, field }) => [key, field] as const), ...chosen]);
      const read = readAttendanceList(text, members, known);
      return { ...read, source: sources[read.source] };
    } catch (error) {
      return error instanceof RangeError ? error : new RangeError('This could not be read as a list');
    }
  }, [text, members, evidence, remembered, chosen]);
  const read = list instanceof Error ? undefined : list;
  const longest = Math.round(Math.max(0, ...(read?.stays.map(({ minutes }) => minutes ?? 0) ?? [])));
  const take = async (file: File | undefined) => {
    if (!file) return;
    reading.current?.abort();
    if (!isSheet(file) && !isText(file))
      return setRefusal(`${file.name} is neither a CSV file nor a spreadsheet (.xlsx)`);
    if (file.size > maxListBytes) return setRefusal('At most 2 MB');
    const { signal } = (reading.current = new AbortController());
    setRefusal('');
    try {
      setText(await textOfList(file, signal));
    } catch (error) {
      if (!signal.aborted) setRefusal(asApiError(error).message);
    }
  };
  const takeDropped = useEffectEvent(() => void take(dropped));
  useEffect(() => {
    takeDropped();
    return () => reading.current?.abort();
  }, []);
  return {
    text,
    setText: (next: string) => (setRefusal(''), setText(next)),
    take,
    unmapped: list instanceof UnreadTable ? list.columns : [],
    use,
    error: refusal || (list instanceof Error ? list.message : ''),
    list: read,
    limits: limits ?? defaultLimits(minutesBetween(lesson) ?? read?.classMinutes ?? longest),
    setLimits,
  };
}

export function ImportDialog(props: Props) {
  const { members, marking, evidence, close } = props;
  const { text, setText, take, error, unmapped, use, list, limits, setLimits } = useList(props);
  const [marksAbsent, setMarksAbsent] = useState(false);
  const { stays = [] } = list ?? {};
  const matched = useMemo(() => matchAttendance(stays, members, limits), [stays, members, limits]);
  const hasMinutes = stays.some(({ minutes }) => minutes !== null);
  const made = [
    ...matched.marks.filter(({ isSaved }) => !isSaved),
    ...(marksAbsent ? matched.absent.map((member) => ({ ...member, status: 'ABSENT' as const })) : []),
  ];
  const apply = () => {
    marking.change(
      Object.fromEntries(
        made.map(({ userId, status }) => [userId, { ...(marking.marks[userId] ?? unmarked), status }]),
      ),
    );
    close();
  };
  return (
    <WorkDialog
      title={`Attendance from ${evidence ? 'reports' : 'a list'}`}
      close={close}
      isTyped={text.trim() !== ''}
      why={made.length === 0 && 'No members to mark in it yet'}
      submitLabel={`Mark ${counted(made.length, 'member', 'members')}`}
      isWorking={false}
      submit={apply}
    >
      {!evidence && <ListInput text={text} setText={setText} take={take} error={error} />}
      {unmapped.length > 0 && <ListColumns key={unmapped.map(({ key }) => key).join()} columns={unmapped} use={use} />}
      {hasMinutes && <LimitFields limits={limits} change={setLimits} />}
      {list && stays.length > 0 && (
        <>
          <ImportPreview matched={matched} source={list.source} />
          {matched.absent.length > 0 && (
            <Switch
              label={`Mark ${counted(matched.absent.length, 'member who is', 'members who are')} not in the list as Alfa`}
              checked={marksAbsent}
              onChange={({ currentTarget }) => setMarksAbsent(currentTarget.checked)}
            />
          )}
        </>
      )}
    </WorkDialog>
  );
}

interface InputProps {
  text: string;
  setText: (text: string) => void;
  take: (file: File | undefined) => Promise<void>;
  error: string;
}

function ListInput({ text, setText, take, error }: InputProps) {
  const takeFirst = ([file]: File[]) => void take(file);
  const drop = useFileDrop(takeFirst);
  return (
    <div {...drop}>
      <Textarea
        label="List"
        description='Paste e-mails or names, one per line, with a mark where there is one, such as "Budi (izin)"; or the attendance report of Zoom, Google Meet or Teams, or drop the file here.'
        rows={5}
        resize="vertical"
        data-autofocus
        value={text}
        error={error}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ChooseFiles
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        take={takeFirst}
        variant="default"
        size="compact-sm"
        mt="xs"
      >
        Choose a file
      </ChooseFiles>
    </div>
  );
}

const fields = [
  ['classMinutes', 'Minutes of the class'],
  ['presentFrom', 'Hadir from minute'],
  ['lateFrom', 'Terlambat from minute'],
] as const;

function LimitFields({ limits, change }: { limits: Limits; change: (limits: Limits) => void }) {
  const set = (key: keyof Limits, value: string | number) => {
    const minutes = Number(value) || 0;
    change(key === 'classMinutes' ? defaultLimits(minutes) : { ...limits, [key]: minutes });
  };
  return (
    <>
      <Group gap="xs" grow align="flex-start">
        {fields.map(([key, label]) => (
          <NumberInput
            key={key}
            size="xs"
            label={label}
            min={0}
            max={1440}
            hideControls
            allowDecimal={false}
            allowNegative={false}
            value={limits[key]}
            onChange={(value) => set(key, value)}
          />
        ))}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        Below that it is Alfa.
      </Text>
    </>
  );
}
