/** Access of members to a course or a learning path: its last day in lists, and the dialog that sets it for one or many. */
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { batches } from '#contract/batch/starts.ts';
import { hasEnded, soonDays } from '#contract/kernel/access-term.ts';
import type { Item } from '#contract/kernel/assignment-row.ts';
import { plusDays } from '#contract/kernel/days.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { Badge } from '#kit/display/badge.tsx';
import { DayInput } from '#kit/form/day-input.tsx';
import { days, today } from '#kit/form/use-date-text.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { counted, formatDay, formatLongDay } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/column.tsx';
import { type Chosen, useBatch } from '../batch/use-batch.ts';

const noop = () => undefined;

/** Calls that set the end, by what the access is to. */
const callsOf = { course: batches.courseAccess, 'learning path': batches.pathAccess };
type To = keyof typeof callsOf;

interface Props {
  to: To;
  ownerId: string;
  chosen: Chosen;
  /** Last day at first. */
  day?: string | null | undefined;
  close: () => void;
}

function AccessDialog({ to, ownerId, chosen, day, close }: Props) {
  const [value, setValue] = useState<'until' | 'unlimited'>('until');
  const [until, setUntil] = useState(day ?? '');
  const [mayShorten, setShorten] = useState(false);
  const { run, loading } = useBatch(callsOf[to], chosen, { ownerId });
  const isOne = !chosen.all && chosen.selection.selected.size === 1;
  const people = chosen.all ? 'all that match' : counted(chosen.selection.selected.size, 'member', 'members');
  const isDay = days.partsOf(until) !== undefined;
  const why = !isDay ? 'Choose a day' : until < today() && 'This day has passed';
  const isUntil = value === 'until';
  const submit = async () => {
    const change = { value, ownerId, ...(isUntil && { until, mayShorten: mayShorten || isOne }) };
    if (await run(change)) close();
  };
  return (
    <WorkDialog
      title={`Access to the ${to}`}
      close={close}
      isTyped={until !== (day ?? '')}
      size="md"
      why={isUntil && why}
      submitLabel={`Set it for ${people}`}
      isWorking={loading}
      submit={submit}
    >
      <SegmentedControl
        aria-label="End of the access"
        value={value}
        onChange={setValue}
        data={[
          { value: 'until', label: 'Until a day' },
          { value: 'unlimited', label: 'No end' },
        ]}
      />
      {isUntil && (
        <DayInput
          label="Last day"
          kind={days}
          value={until}
          set={setUntil}
          example="31 des 2027"
          inWords={formatLongDay}
          hint={`The ${to} is open on it, and closed from the next day on.`}
          isFirst
        />
      )}
      {isUntil && !isOne && (
        <Checkbox
          label="Also for those whose access lasts longer or has no end"
          checked={mayShorten}
          onChange={({ currentTarget: { checked } }) => setShorten(checked)}
        />
      )}
    </WorkDialog>
  );
}

const mayChange = (to: To) => mayCall(callsOf[to].start, role() ?? '');

/** Action of selected members of a course or learning path, or of all that match. */
export function AccessAction({ to, ownerId, ...chosen }: Chosen & Pick<Props, 'to' | 'ownerId'>) {
  const [isOpen, setOpen] = useState(false);
  if (!mayChange(to)) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Set the end of the access
      </Button>
      {isOpen && <AccessDialog to={to} ownerId={ownerId} chosen={chosen} close={() => setOpen(false)} />}
    </>
  );
}

/** Months of access of a course or a learning path in words. */
export const monthsInWords = (months: number | null): string =>
  months === null ? 'No end' : counted(months, 'month', 'months');

/** Last day of an access in words; coloured if it ends soon or has ended. */
function LastDay({ day }: { day: string | null }) {
  if (day === null) return <>No end</>;
  const words = `Until ${formatDay(day)}`;
  const isSoon = day <= plusDays(today(), soonDays);
  if (hasEnded(day, today())) return <Badge colour="red">Ended {formatDay(day)}</Badge>;
  return isSoon ? <Badge colour="yellow">{words}</Badge> : <>{words}</>;
}

interface Ends {
  ownerId: string;
  userId: string;
}

function AccessCell({ to, item, ownerId, userId }: Ends & { to: To; item: Item }) {
  const [isOpen, setOpen] = useState(false);
  const { name, accessEndsOn = null } = item;
  const shown = <LastDay day={accessEndsOn} />;
  if (!mayChange(to)) return shown;
  const chosen = { selection: { selected: new Map([[userId, item]]), clear: noop }, all: undefined };
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        onClick={() => setOpen(true)}
        aria-label={`Change the access: ${name}`}
      >
        {shown}
      </Button>
      {isOpen && <AccessDialog {...{ to, ownerId, chosen }} day={accessEndsOn} close={() => setOpen(false)} />}
    </>
  );
}

/** Column with the last day of the access, which changes it. `endsOf`: owner and member of a row. */
export const accessColumn = (to: To, endsOf: (item: Item) => Ends): Column<Item> => ({
  label: 'Access',
  width: 188,
  cell: (item) => <AccessCell to={to} item={item} {...endsOf(item)} />,
});
