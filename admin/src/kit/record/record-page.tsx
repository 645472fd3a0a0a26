/**
 * Page of one record, configured as data: badge, actions, form, panels, tabs, facts and history (looks.md, Detail
 * page). The form is kept above the tabs, so that it survives changing them. Records with a `setStatus` endpoint get a
 * switch and history labels automatically.
 */
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Draft } from '#contract/kernel/draft.ts';
import { recordKinds, recordNoun } from '#contract/kernel/record-kinds.ts';
import { useCall } from '../api/use-call.ts';
import { trailWords } from '../form/field-words.ts';
import { FormKeeper } from '../form/form-keeper.tsx';
import { NotFound } from '../feedback/states.tsx';
import { Badge } from '../display/badge.tsx';
import { Moment } from '../display/moment.tsx';
import { ConflictQuestion } from './conflict-question.tsx';
import { DeletedRecord, UnsavedTabText } from './deleted-record.tsx';
import { DetailPage, Facts } from './detail-page.tsx';
import { History } from './history.tsx';
import { Loaded } from './loaded.tsx';
import type { Opened } from './opened.ts';
import { RecordFields, visibleGroups } from './record-fields.tsx';
import { headOf, type HeadParts, noFacts, usePagePlaceholder } from './record-head.tsx';
import type { RecordPageProps } from './record-page-props.ts';
import { SectionIndex, minSections } from './section-index.tsx';
import { useHeadActions } from './use-head-actions.ts';
import { resultOf, useOpenForm, type Versioned } from './use-record-form.ts';
import { switchTrail } from './status-switch.ts';

/** Links of the tabs, after the overview. */
const tabLinks = <R extends Versioned, S extends Draft>(
  tabs: NonNullable<RecordPageProps<R, S>['tabs']>,
  record: R,
  base: string,
) => [
  { label: 'Overview', to: base },
  ...tabs.map(({ label, path, countOf }) => ({ label, to: `${base}/${path}`, count: countOf?.(record) })),
];

export function RecordPage<R extends Versioned, S extends Draft>(page: RecordPageProps<R, S>) {
  const { id, kind, get, result } = page.record;
  const what = recordNoun(recordKinds[kind].table);
  const isGone = result.error?.status === 404;
  const loaded = resultOf(page.record);
  const hasNotice = page.noticeReads !== undefined;
  const noticed = useCall(page.noticeReads ?? get, { params: { id } }, { enabled: hasNotice });
  const isWaiting = hasNotice && noticed.data === undefined && noticed.error === null;
  return (
    <>
      {isGone &&
        page.tabs?.map(
          ({ path, label, typed }) => typed && <UnsavedTabText key={path} {...{ what, id, label, typed }} />,
        )}
      <Loaded
        result={isWaiting ? { ...loaded, data: undefined } : loaded}
        what={what}
        skeleton={usePagePlaceholder(get, id, headParts(page))}
        isPage
        keepsGone
      >
        {(record) => <Page key={id} page={page} record={record} isGone={isGone} />}
      </Loaded>
    </>
  );
}

const nameOf = ({ name = '' }: Versioned) => name;

const headParts = <R extends Versioned, S extends Draft>({
  titleOf = nameOf,
  image,
  badge: Badge,
  subtitle,
}: RecordPageProps<R, S>): HeadParts<R> => ({
  titleOf,
  image,
  subtitle,
  badge: Badge && ((record) => <Badge {...record} />),
});

interface OpenProps<R extends Versioned, S extends Draft> {
  page: RecordPageProps<R, S>;
  record: R;
  /** The record was deleted since it was loaded. */
  isGone: boolean;
}

interface PartProps<R extends Versioned, S extends Draft> {
  page: RecordPageProps<R, S>;
  opened: Opened<R, S>;
}

function Page<R extends Versioned, S extends Draft>({ page, record, isGone }: OpenProps<R, S>) {
  const { list, place } = page;
  const tabs = page.tabs?.filter(({ isOf }) => isOf?.(record) ?? true);
  const above = page.above?.(record);
  const { id, kind, mayEdit, result } = page.record;
  const { title } = headOf(headParts(page), record);
  const { tab: path = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const address = `${list}/${id}`;
  const base = (!isGone && place?.(record)) || address;
  const { formTab = '' } = page;
  const formPlace = formTab ? `${base}/${formTab}` : base;
  const form = useOpenForm(page.record, record, { reveal: () => void navigate({ to: formPlace }), isGone, list });
  if (isGone) return <Deleted page={page} form={form} title={title} base={base} />;
  if (base !== address) return <Navigate to={path ? `${base}/${path}` : base} replace />;
  const tab = tabs?.find((one) => one.path === path);
  if (path && !tab) return <NotFound />;
  const { refetch } = result;
  const opened = {
    id,
    record,
    title,
    form,
    mayEdit,
    refetch,
    what: recordNoun(recordKinds[kind].table),
    list: above?.at(-1)?.to ?? list,
    base,
  };
  return <Shown {...{ page, opened, above, tabs, tab }} />;
}

interface ShownProps<R extends Versioned, S extends Draft> extends PartProps<R, S> {
  above: ReturnType<NonNullable<RecordPageProps<R, S>['above']>> | undefined;
  tabs: RecordPageProps<R, S>['tabs'];
  /** The open one; absent: the overview. */
  tab: NonNullable<RecordPageProps<R, S>['tabs']>[number] | undefined;
}

function Shown<R extends Versioned, S extends Draft>({ above, tabs, tab, ...parts }: ShownProps<R, S>) {
  const { page, opened } = parts;
  const { record, form, mayEdit, base } = opened;
  const { notice: Notice, about, fields, special, formTab = '' } = page;
  const actions = useHeadActions(page, opened);
  const isForm = mayEdit && (tab?.path ?? '') === formTab;
  return (
    <DetailPage
      {...headOf(headParts(page), record)}
      above={above}
      actions={actions}
      tabs={tabs && tabLinks(tabs, record, base)}
      side={!tab?.isWide && <Side {...parts} isForm={isForm} />}
    >
      {Notice && <Notice {...opened} />}
      {isForm && !about && <RecordFields form={form} fields={fields} special={special} />}
      {tab ? <tab.panel {...opened} /> : <Overview {...parts} />}
      {mayEdit && <FormKeeper form={form} base={base} />}
      <ConflictQuestion />
    </DetailPage>
  );
}

/** Deleted record: shows unsaved input if there is any, and no actions. */
function Deleted<R extends Versioned, S extends Draft>({
  page: { record, fields, special },
  ...opened
}: { page: RecordPageProps<R, S> } & Pick<Opened<R, S>, 'form' | 'title' | 'base'>) {
  const { form, title, base } = opened;
  const what = recordNoun(recordKinds[record.kind].table);
  if (!form.isDirty && !form.isSaving) return <NotFound what={what} />;
  return (
    <DetailPage title={title} badge={<Badge colour="red">Deleted</Badge>} side={noFacts}>
      <DeletedRecord {...{ form, what, fields, special, base }} canCreate={record.createAgain !== undefined} />
    </DetailPage>
  );
}

function Side<R extends Versioned, S extends Draft>({
  page,
  opened: { id, record, form },
  isForm,
}: PartProps<R, S> & { isForm: boolean }) {
  const { about, fields, special } = page;
  const { kind, draft, switched } = page.record;
  const shown = visibleGroups(form, page.fields).map(({ title }) => title);
  const listed = shown.join('\n');
  const titles = useMemo(() => listed.split('\n'), [listed]);
  const { updatedAt } = record;
  const changed = updatedAt ? [['Changed', <Moment key="changed" at={updatedAt} />] as const] : [];
  return (
    <>
      {isForm && about && <RecordFields form={form} fields={fields} special={special} />}
      <Facts title="Facts" facts={[...page.facts(record), ...changed]} />
      {isForm && !about && titles.length >= minSections && <SectionIndex titles={titles} />}
      <History
        entity={recordKinds[kind].table}
        entityId={id}
        {...trailWords(draft, switched && switchTrail(switched), page.trail)}
      />
    </>
  );
}

function Overview<R extends Versioned, S extends Draft>({ page: { about: About, panels }, opened }: PartProps<R, S>) {
  return (
    <>
      {About && <About {...opened} />}
      {panels?.map((Panel, index) => (
        <Panel key={index} {...opened} />
      ))}
    </>
  );
}
