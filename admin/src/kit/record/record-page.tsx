/**
 * The page of one record as data: badge, actions, its form, panels and tabs, facts and history
 * (looks.md, Detail page). The form is kept above the tabs, so that it survives them.
 */
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { z } from 'zod';
import type { Draft } from '#contract/draft.ts';
import { recordKinds, thingOf } from '#contract/records.ts';
import type { EditForm } from '../form/use-edit-form.ts';
import { FormBody } from '../form/edit-form.tsx';
import { Rows, type RowsOf, type Special } from '../form/field.tsx';
import { trailWords } from '../form/field-words.ts';
import { FormKeeper } from '../form/form-keeper.tsx';
import type { Typed } from '../form/values.ts';
import { NotFound } from '../feedback/states.tsx';
import { DetailPage, Facts, Section } from './detail-page.tsx';
import { History } from './history.tsx';
import type { TrailWords } from './history-words.ts';
import { Loaded } from './loaded.tsx';
import { type RecordForm, useOpenForm, type Versioned } from './use-record-form.ts';

/** What the parts of a record's page work with. */
export interface Opened<R extends Versioned, S extends Draft> {
  id: string;
  record: R;
  title: string;
  form: EditForm<Typed<z.input<S>>>;
  mayEdit: boolean;
  /** Reads it again. */
  refetch: () => Promise<R | undefined>;
  /** Its kind in a sentence: "learning path". */
  what: string;
  /** The address of its list, and its own without a tab. */
  list: string;
  base: string;
}

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
  actions?: ComponentType<Opened<R, S>>;
  /** Above the tab, on each. */
  notice?: ComponentType<Opened<R, S>>;
  fields: readonly Group<S>[];
  special?: Special<Typed<z.input<S>>>;
  /** Below the form. */
  panels?: readonly ComponentType<Opened<R, S>>[];
  /** Beside the first, "Overview", which has the form. The path is the last part of the address. */
  tabs?: readonly { label: string; path: string; panel: ComponentType<Opened<R, S>> }[];
  facts: (record: R) => readonly (readonly [label: string, value: ReactNode])[];
  /** What the history says of more than the draft's fields. */
  trail?: TrailWords;
}

const overview = { label: 'Overview', path: '' };

export function RecordPage<R extends Versioned, S extends Draft>(page: RecordPageProps<R, S>) {
  const { id, kind, result } = page.record;
  return (
    <Loaded result={result} what={thingOf(recordKinds[kind].table)} isPage>
      {(record) => <Page key={id} page={page} record={record} />}
    </Loaded>
  );
}

function Page<R extends Versioned, S extends Draft>({ page, record }: { page: RecordPageProps<R, S>; record: R }) {
  const { list, place, badge: Badge, actions: Actions, notice: Notice, tabs, facts, trail } = page;
  const { id, kind, draft, mayEdit, result } = page.record;
  const { table } = recordKinds[kind];
  const title = page.titleOf?.(record) ?? record.name ?? '';
  const { tab: path = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const address = `${list}/${id}`;
  const base = place?.(record) ?? address;
  const form = useOpenForm(page.record, record, () => void navigate({ to: base }));
  if (base !== address) return <Navigate to={path ? `${base}/${path}` : base} replace />;
  const tab = tabs?.find((one) => one.path === path);
  if (path && !tab) return <NotFound />;
  const { refetch } = result;
  const opened = { id, record, title, form, mayEdit, refetch, what: thingOf(table), list, base };
  return (
    <DetailPage
      title={title}
      image={page.image?.(record)}
      badge={Badge && <Badge {...record} />}
      actions={Actions && <Actions {...opened} />}
      tabs={
        tabs && [overview, ...tabs].map(({ label, path: last }) => ({ label, to: last ? `${base}/${last}` : base }))
      }
      side={
        <>
          <Facts title="Facts" facts={facts(record)} />
          <History entity={table} entityId={id} {...trailWords(draft, trail)} />
        </>
      }
    >
      {Notice && <Notice {...opened} />}
      {tab ? <tab.panel {...opened} /> : <Overview page={page} opened={opened} />}
      {mayEdit && <FormKeeper form={form} base={base} />}
    </DetailPage>
  );
}

function Overview<R extends Versioned, S extends Draft>({
  page: { fields, special, panels },
  opened,
}: {
  page: RecordPageProps<R, S>;
  opened: Opened<R, S>;
}) {
  const { form, mayEdit } = opened;
  return (
    <>
      {mayEdit && (
        <FormBody form={form}>
          {fields.map(({ title, rows }) => (
            <Section key={title} title={title}>
              <Rows form={form} rows={rows} special={special} />
            </Section>
          ))}
        </FormBody>
      )}
      {panels?.map((Panel, index) => (
        <Panel key={index} {...opened} />
      ))}
    </>
  );
}
