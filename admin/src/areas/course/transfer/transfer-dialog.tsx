/** Moves places of a course to another course, or lets them wait, after a preview of every person; the toast has Undo. */
import { Alert, Checkbox, List, Text, TextInput } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { previewTransfer, transferPlaces } from '#contract/user/transfer.ts';
import { type CourseMatch, useCourses } from '#admin-shared/course/course-search.ts';
import { foldedOptions } from '#admin-shared/product/use-drafts.ts';
import type { ApiError } from '#kit/api/api-error.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { ScrollList } from '#kit/display/scroll-list.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { Finder, type Option } from '#kit/form/finder.tsx';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { counted, formatLongDay } from '#kit/format/formats.ts';
import { writeToMoved } from './transfer-messages.tsx';
import { type Choices, effectsOf, moneyOf, resultsOf, sumsOf } from './transfer-words.ts';

type Preview = Reply<typeof previewTransfer>;

interface Props {
  courseId: string;
  userIds: readonly string[];
  areWaiting: boolean;
  close: () => void;
  moved: () => void;
}

/** Courses of each type that are shown; others are found by typing. */
const shown = 10;

const optionOf = ({ id, name, startDate, finalPrice, totalMembers }: CourseMatch): Option => ({
  value: id,
  label: name,
  hint: [startDate && formatLongDay(startDate), formatMoney(finalPrice), counted(totalMembers, 'member', 'members')]
    .filter(Boolean)
    .join(' · '),
});

interface TargetProps {
  /** Course of those who move; they cannot move to it. */
  without: string | undefined;
  chosen: { id: string; name: string } | undefined;
  choose: (courseId: string) => void;
  error: string | undefined;
}

function TargetFinder({ without, chosen, choose, error }: TargetProps) {
  const useSearch = (search: string, isOpen: boolean) => {
    const found = useCourses(search, shown, isOpen);
    const others = (courses: readonly CourseMatch[]) => courses.filter(({ id }) => id !== without);
    return foldedOptions({ ...found, published: others(found.published), drafts: others(found.drafts) }, optionOf);
  };
  return (
    <Finder
      label="Move to"
      placeholder="Search courses"
      nothing="No such course"
      chosen={chosen && { value: chosen.id, label: chosen.name }}
      choose={choose}
      useSearch={useSearch}
      error={error}
      isFirst
    />
  );
}

interface Typed extends Choices {
  toCourseId: string | undefined;
  isLater: boolean;
  reason: string;
  isNotified: boolean;
  isWritten: boolean;
}
const initial: Typed = {
  toCourseId: undefined,
  isLater: false,
  keepsProgress: true,
  keepsSubmissions: true,
  isWaived: false,
  reason: '',
  isNotified: false,
  isWritten: false,
};

const bodyOf = (typed: Typed, userIds: readonly string[]) => ({
  userIds: [...userIds],
  toCourseId: typed.isLater ? null : (typed.toCourseId ?? null),
  progress: typed.keepsProgress ? ('keep' as const) : ('restart' as const),
  submissions: typed.keepsSubmissions ? ('keep' as const) : ('restart' as const),
  waiveReason: typed.isWaived ? typed.reason.trim() : null,
});

/** Reason why nothing can be moved yet. */
function whyNot(typed: Typed, plan: Preview | undefined, movable: number): string | false {
  if (!typed.isLater && typed.toCourseId === undefined) return 'Choose a course';
  if (!plan) return 'Preparing the preview';
  if (movable === 0) return 'None of them can move';
  if (plan.problem) return plan.problem;
  return typed.isWaived && typed.reason.trim().length < 3 && 'Give the reason why the difference is waived';
}

export function TransferDialog({ courseId, userIds, areWaiting, close, moved }: Props) {
  const [typed, setTyped] = useState(initial);
  const [errors, setErrors] = useState<ApiError['errors']>([]);
  const action = useAction(transferPlaces);
  const params = { id: courseId };
  const isReady = typed.isLater || typed.toCourseId !== undefined;
  // The preview needs no reason yet.
  const previewed = bodyOf({ ...typed, reason: 'waived' }, userIds);
  const preview = useCall(previewTransfer, { params, body: previewed }, { enabled: isReady, keepPrevious: true });
  const plan = isReady && !preview.isPrevious ? preview.data : undefined;
  const people = plan?.people ?? [];
  const movable = people.filter(({ problem }) => problem === null);
  const set = (next: Partial<Typed>) => {
    setErrors([]);
    setTyped({ ...typed, ...next });
  };
  const submit = async () => {
    const ids = movable.map((person) => person.userId);
    const body = { ...bodyOf(typed, ids), notify: typed.isNotified, seen: plan?.seen };
    const outcome = await action.run({ params, body }, { showsErrors: true });
    if (!outcome.ok) return setErrors(outcome.error.errors);
    if (typed.isWritten && plan) writeToMoved({ plan, people: movable, isWaived: typed.isWaived });
    close();
    moved();
  };
  const errorAt = (path: string) => errors.find((one) => one.path === path)?.message;
  const general = preview.error ?? (errors.length === 0 ? action.error : undefined);
  const places = counted(movable.length, 'place', 'places');
  return (
    <WorkDialog
      title={`Move ${counted(userIds.length, 'place', 'places')}`}
      close={close}
      isTyped={typed !== initial}
      why={whyNot(typed, plan, movable.length)}
      submitLabel={movable.length === 0 ? 'Move' : typed.isLater ? `Defer ${places}` : `Move ${places}`}
      isWorking={action.loading}
      submit={submit}
    >
      {!areWaiting && (
        <Checkbox
          label="Later: the places wait for a batch"
          checked={typed.isLater}
          onChange={({ currentTarget }) => set({ isLater: currentTarget.checked })}
        />
      )}
      {!typed.isLater && (
        <TargetFinder
          without={areWaiting ? undefined : courseId}
          chosen={typed.toCourseId === undefined ? undefined : { id: typed.toCourseId, name: plan?.to?.name ?? '…' }}
          choose={(toCourseId) => set({ toCourseId })}
          error={errorAt('toCourseId')}
        />
      )}
      {plan && <ChoiceFields plan={plan} typed={typed} set={set} error={errorAt('waiveReason')} />}
      {plan?.problem && <Alert color="red">{plan.problem}</Alert>}
      {plan && <People plan={plan} choices={typed} />}
      {(general ?? errorAt('userIds')) && (
        <Text c="red" size="sm" role="alert">
          {general?.message ?? errorAt('userIds')}
        </Text>
      )}
    </WorkDialog>
  );
}

interface FieldsProps {
  plan: Preview;
  typed: Typed;
  set: (next: Partial<Typed>) => void;
  error: string | undefined;
}

type Tick = {
  name: 'keepsProgress' | 'keepsSubmissions' | 'isWaived' | 'isNotified' | 'isWritten';
  label: string;
  text?: string;
};

/** Choices that matter for the plan; the messages always do. */
function ticksOf(plan: Preview, { isWaived }: Typed): Tick[] {
  const { to, people } = plan;
  const ticks: Tick[] = [];
  if (to && people.some(({ results }) => results > 0))
    ticks.push({
      name: 'keepsProgress',
      label: 'Keep completed lessons and results of quizzes',
      text: 'In what both courses have under the same names. Otherwise they start again.',
    });
  if (to?.hasProject && people.some(({ submissions }) => submissions > 0))
    ticks.push({ name: 'keepsSubmissions', label: 'Take submissions of the final project along' });
  if (people.some(({ problem, difference }) => problem === null && (difference ?? 0) !== 0))
    ticks.push({
      name: 'isWaived',
      label: 'Waive the difference of the prices',
      text: isWaived
        ? 'Nobody pays or gets money back.'
        : `${sumsOf(plan)}; payments and refunds are made on the orders.`,
    });
  return [
    ...ticks,
    { name: 'isNotified', label: 'Send a mail to those who move' },
    { name: 'isWritten', label: 'Write to them on WhatsApp afterwards' },
  ];
}

function ChoiceFields({ plan, typed, set, error }: FieldsProps) {
  return ticksOf(plan, typed).map(({ name, label, text }) => (
    <Fragment key={name}>
      <Checkbox
        label={label}
        description={text}
        checked={typed[name]}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
      />
      {name === 'isWaived' && typed.isWaived && (
        <TextInput
          label="Reason"
          required
          maxLength={300}
          value={typed.reason}
          error={error}
          onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
        />
      )}
    </Fragment>
  ));
}

function People({ plan, choices }: { plan: Preview; choices: Choices }) {
  const refused = plan.people.filter(({ problem }) => problem !== null).length;
  return (
    <>
      <List size="sm">
        {effectsOf(plan).map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
      {refused > 0 && <Alert color="yellow">{counted(refused, 'place', 'places')} cannot move and are left out.</Alert>}
      <ScrollList
        label="Preview"
        lines={plan.people.map((person) => ({
          key: person.userId,
          isRefused: person.problem !== null,
          parts: [
            <NameCell key="name" name={person.name} sub={person.email} />,
            <NameCell
              key="effect"
              name={person.problem ?? moneyOf(person, choices.isWaived)}
              sub={person.problem === null ? resultsOf(person, plan, choices) : undefined}
            />,
          ],
        }))}
      />
    </>
  );
}
