/**
 * The page of one record as data: badge, actions, its form, panels and tabs, facts and history
 * (looks.md, Detail page). The form is kept above the tabs, so that it survives them. What is switched on and off
 * (`setStatus` of its endpoints) has its badge, its switch and their words in the history without being told.
 */
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { z } from 'zod';
import type { Draft } from '#contract/draft.ts';
import { mayCall } from '#contract/kernel.ts';
import { recordKinds, thingOf } from '#contract/records.ts';
import { role } from '../api/session.ts';
import type { RowsOf, Special } from '../form/field.tsx';
import { trailWords } from '../form/field-words.ts';
import { FormKeeper } from '../form/form-keeper.tsx';
import type { Typed } from '../form/values.ts';
import { NotFound } from '../feedback/states.tsx';
import { Badge } from '../format/badge.tsx';
import { Moment } from '../format/moment.tsx';
import { StatusBadge } from '../format/price-reduction.tsx';
import { ActiveSwitch, switchTrail } from './active-switch.tsx';
import { ConflictQuestion } from './conflict-question.tsx';
import type { Consequence } from './consequence.tsx';
import { DeleteButton } from './delete-button.tsx';
import { DeletedRecord } from './deleted-record.tsx';
import { DetailPage, Facts } from './detail-page.tsx';
import { History } from './history.tsx';
import type { TrailWords } from './history-words.ts';
import { Loaded } from './loaded.tsx';
import type { Opened } from './opened.ts';
import { RecordFields } from './record-fields.tsx';
import { headOf, type HeadParts, noFacts, useComingPage } from './record-head.tsx';
import { SectionIndex, fewest } from './section-index.tsx';
import { leftOf, type RecordForm, useOpenForm, type Versioned } from './use-record-form.ts';

/** Fields under their heading. */
export interface Group<S extends Draft> {
  title: string;
  rows: RowsOf<keyof z.input<S> & string>;
}

export interface RecordPageProps<R extends Versioned, S extends Draft> {
  record: RecordForm<R, S>;
  /** The address of its list. */
  list: string;
  /** Its address, where that is not the list's and its id: another one leads there. */
  place?: (record: R) => string;
  /** Absent: its name. */
  titleOf?: (record: R) => string;
  image?: (record: R) => string | null;
  badge?: ComponentType<R>;
  /** What becomes of what it holds, for the question before it is deleted. Absent: it is not deleted here. */
  deletion?: (record: R) => string;
  /** What its switch does to whom, beside it; a hook. */
  useSwitching?: (opened: Opened<R, S>) => Consequence | undefined;
  /** What else is done with it. */
  actions?: ComponentType<Opened<R, S>>;
  /** Above the tab, on each. */
  notice?: ComponentType<Opened<R, S>>;
  fields: readonly Group<S>[];
  special?: Special<Typed<z.input<S>>>;
  /** Below the form. */
  panels?: readonly ComponentType<Opened<R, S>>[];
  /** Beside the first, "Overview", which has the form. The path is the last part of the address. */
  tabs?: readonly { label: string; path: string; panel: ComponentType<Opened<R, S>> }[];
  /** Beside when it was changed. */
  facts: (record: R) => readonly (readonly [label: string, value: ReactNode])[];
  /** What the history says of more than the draft's fields. */
  trail?: TrailWords;
}

const overview = { label: 'Overview', path: '' };

export function RecordPage<R extends Versioned, S extends Draft>(page: RecordPageProps<R, S>) {
  const { id, kind, get, result } = page.record;
  const left = leftOf(page.record);
  return (
    <Loaded
      result={left ? { ...result, data: left } : result}
      what={thingOf(recordKinds[kind].table)}
      skeleton={useComingPage(get, id, headParts(page))}
      isPage
      keepsGone
    >
      {(record, isGone) => <Page key={id} page={page} record={record} isGone={isGone} />}
    </Loaded>
  );
}

const nameOf = ({ name = '' }: Versioned) => name;

const headParts = <R extends Versioned, S extends Draft>({
  record: { switched },
  titleOf = nameOf,
  image,
  badge: Badge,
}: RecordPageProps<R, S>): HeadParts<R> => ({
  titleOf,
  image,
  badge: (record) => (Badge ? <Badge {...record} /> : switched && <StatusBadge status={switched.statusOf(record)} />),
});

interface OpenProps<R extends Versioned, S extends Draft> {
  page: RecordPageProps<R, S>;
  record: R;
  /** Somebody deleted it since it was read. */
  isGone: boolean;
}

interface PartProps<R extends Versioned, S extends Draft> {
  page: RecordPageProps<R, S>;
  opened: Opened<R, S>;
}

function Page<R extends Versioned, S extends Draft>({ page, record, isGone }: OpenProps<R, S>) {
  const { list, place, actions, deletion, notice: Notice, tabs } = page;
  const { id, kind, mayEdit, result, switched } = page.record;
  const head = headOf(headParts(page), record);
  const { title } = head;
  const { tab: path = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const address = `${list}/${id}`;
  const base = (!isGone && place?.(record)) || address;
  const form = useOpenForm(page.record, record, { reveal: () => void navigate({ to: base }), isGone, list });
  if (isGone) return <Deleted page={page} form={form} title={title} base={base} />;
  if (base !== address) return <Navigate to={path ? `${base}/${path}` : base} replace />;
  const tab = tabs?.find((one) => one.path === path);
  if (path && !tab) return <NotFound />;
  const { refetch } = result;
  const opened = { id, record, title, form, mayEdit, refetch, what: thingOf(recordKinds[kind].table), list, base };
  const parts = { page, opened };
  return (
    <DetailPage
      {...head}
      actions={(actions || deletion || switched) && <Actions {...parts} />}
      tabs={
        tabs && [overview, ...tabs].map(({ label, path: last }) => ({ label, to: last ? `${base}/${last}` : base }))
      }
      side={<Side {...parts} isForm={!tab && mayEdit} />}
    >
      {Notice && <Notice {...opened} />}
      {tab ? <tab.panel {...opened} /> : <Overview {...parts} />}
      {mayEdit && <FormKeeper form={form} base={base} />}
      <ConflictQuestion />
    </DetailPage>
  );
}

/** Nothing is done with it any more; what was typed stays, if anything was. */
function Deleted<R extends Versioned, S extends Draft>({
  page: { record, fields, special },
  ...opened
}: { page: RecordPageProps<R, S> } & Pick<Opened<R, S>, 'form' | 'title' | 'base'>) {
  const { form, title, base } = opened;
  const what = thingOf(recordKinds[record.kind].table);
  if (!form.isDirty && !form.isSaving) return <NotFound what={what} />;
  return (
    <DetailPage title={title} badge={<Badge colour="red">Deleted</Badge>} side={noFacts}>
      <DeletedRecord form={form} what={what} canCreate={record.createAgain !== undefined} />
      <RecordFields form={form} fields={fields} special={special} />
      <FormKeeper form={form} base={base} isCreating />
    </DetailPage>
  );
}

const unsaid = () => undefined;

function Actions<R extends Versioned, S extends Draft>({ page, opened }: PartProps<R, S>) {
  const { deletion, useSwitching = unsaid, actions: More } = page;
  const { switched, remove, messages } = page.record;
  const { record } = opened;
  const mine = role() ?? '';
  const effect = useSwitching(opened);
  return (
    <>
      {switched && mayCall(switched.call, mine) && <ActiveSwitch switched={switched} opened={opened} effect={effect} />}
      {remove && deletion && mayCall(remove, mine) && (
        <DeleteButton call={remove} opened={opened} consequence={deletion(record)} messages={messages?.remove} />
      )}
      {More && <More {...opened} />}
    </>
  );
}

function Side<R extends Versioned, S extends Draft>({
  page,
  opened: { id, record },
  isForm,
}: PartProps<R, S> & { isForm: boolean }) {
  const { kind, draft, switched } = page.record;
  const titles = useMemo(() => page.fields.map(({ title }) => title), [page.fields]);
  const { updatedAt } = record;
  const changed = updatedAt ? [['Changed', <Moment key="changed" at={updatedAt} />] as const] : [];
  return (
    <>
      {isForm && titles.length >= fewest && <SectionIndex titles={titles} />}
      <Facts title="Facts" facts={[...page.facts(record), ...changed]} />
      <History
        entity={recordKinds[kind].table}
        entityId={id}
        {...trailWords(draft, switched && switchTrail, page.trail)}
      />
    </>
  );
}

function Overview<R extends Versioned, S extends Draft>({
  page: { fields, special, panels },
  opened,
}: PartProps<R, S>) {
  const { form, mayEdit } = opened;
  return (
    <>
      {mayEdit && <RecordFields form={form} fields={fields} special={special} />}
      {panels?.map((Panel, index) => (
        <Panel key={index} {...opened} />
      ))}
    </>
  );
}
