/** Buttons that mend rows: of one row, and of the selected rows. */
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type IntendedReason, intendedReasons } from '#contract/access/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { maxIds } from '#contract/kernel/fields.ts';
import { type Chosen, useBatch } from '#admin-shared/batch/use-batch.ts';
import { counted } from '#kit/format/formats.ts';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import type { Selecting, SelectionActions } from '#kit/list/use-list-selection.tsx';
import { useMarking, useMending, type Gap, mayMark, mayMend } from '#admin-shared/access/use-mending.ts';

interface Props {
  gaps: readonly Gap[];
  size: 'xs' | 'compact-sm';
  /** Appended to the labels: "of 3 members". */
  of?: string;
  /** Called after the rows were changed. */
  done?: () => void;
}

const names = { 'paid-no-access': 'Give access', 'access-unpaid': 'Remove access' } as const;
const noop = () => undefined;

function MendButton({ kind, gaps, size, of = '', done = noop }: Props & { kind: Gap['kind'] }) {
  const { mend, loading } = useMending(kind);
  const press = async () => {
    if (await mend(gaps)) done();
  };
  return (
    <Button
      size={size}
      variant={size === 'xs' && kind === 'paid-no-access' ? 'filled' : 'default'}
      loading={loading}
      onClick={() => void press()}
    >
      {names[kind]}
      {of}
    </Button>
  );
}

const reasons = Object.keys(intendedReasons) as IntendedReason[];

function IntendedMenu({ gaps, size, of = '', done = noop }: Props) {
  const { mark, loading } = useMarking('other');
  const choose = async (reason: IntendedReason) => {
    if (await mark(gaps, reason)) done();
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size={size}
          variant="default"
          loading={loading}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Mark as intended{of}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {reasons.map((reason) => (
          <Menu.Item key={reason} onClick={() => void choose(reason)}>
            {intendedReasons[reason]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function PutBackButton({ gaps, size, of = '', done = noop }: Props) {
  const { mark, loading } = useMarking(null);
  const press = async () => {
    if (await mark(gaps)) done();
  };
  return (
    <Button size={size} variant="default" loading={loading} onClick={() => void press()}>
      Put back{of}
    </Button>
  );
}

/** Actions of one row. What was paid for is rarely meant to be closed: that is marked in the selection bar. */
export function GapActions({ gap }: { gap: Gap }) {
  const props = { gaps: [gap], size: 'compact-sm' } as const;
  if (gap.intended) return <PutBackButton {...props} />;
  if (gap.kind === 'paid-no-access') return <MendButton {...props} kind={gap.kind} />;
  return (
    <Button.Group style={{ display: 'inline-flex' }}>
      <MendButton {...props} kind={gap.kind} />
      <IntendedMenu {...props} />
    </Button.Group>
  );
}

const rows = ['row', 'rows'] as const;

const questions = {
  'paid-no-access': {
    calls: batches.accessGiving,
    value: 'granted',
    text: 'each is compared again first. Those that are settled by then, or cannot be given, are listed with the reason.',
  },
  'access-unpaid': {
    calls: batches.accessRemoval,
    value: 'removed',
    text: 'the members can no longer open the products. Those that are settled by then are listed with the reason. The undo gives every access back with its time.',
  },
} as const;

/** Mends all rows that match, as a batch. */
function MendAllButton({ kind, ...chosen }: Chosen & { kind: Gap['kind'] }) {
  const { calls, value, text } = questions[kind];
  const { run, loading } = useBatch(calls, chosen);
  const start = () =>
    run({ value }, (rows) => ({
      title: `${names[kind]}: ${rows}?`,
      text: `${names[kind]}: ${text}`,
      action: names[kind],
      isDestructive: kind === 'access-unpaid',
    }));
  return (
    <Button size="xs" loading={loading} onClick={() => void start()}>
      {names[kind]} of all that match
    </Button>
  );
}

/** All rows of a view are of the same kind, except the intended ones, which have no kind of their own. */
function SelectedActions({ selection, all }: SelectionActions<Gap>) {
  const gaps = [...selection.selected.values()];
  const [first] = gaps;
  if (!first) return null;
  // Marks are the decision of a person about each row.
  if (all)
    return mayMend(first.kind) && !first.intended ? <MendAllButton kind={first.kind} {...{ selection, all }} /> : null;
  const props = { gaps, size: 'xs', of: ` (${counted(gaps.length, ...rows)})`, done: selection.clear } as const;
  return (
    <>
      <CopySelected selection={selection} one="e-mail" many="e-mails" rows={rows} textOf={({ user }) => user.email} />
      {mayMark() && (first.intended ? <PutBackButton {...props} /> : <IntendedMenu {...props} />)}
      {mayMend(first.kind) && !first.intended && <MendButton {...props} kind={first.kind} />}
    </>
  );
}

export const gapSelection: Selecting<Gap> = {
  max: maxIds,
  takesAll: true,
  name: ({ user, product }) => `${user.name}, ${product.name}`,
  actions: SelectedActions,
};
