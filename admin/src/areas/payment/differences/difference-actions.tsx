/** The action of a difference, and the actions of selected ones. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { batches } from '#contract/batch/starts.ts';
import { maxIds } from '#contract/kernel/fields.ts';
import { type Difference, differenceActions } from '#contract/payment/differences.ts';
import { type Chosen, useBatch } from '#admin-shared/batch/use-batch.ts';
import { useAction } from '#kit/api/use-action.ts';
import { PageLink } from '#kit/display/page-link.tsx';
import type { Selecting, SelectionActions } from '#kit/list/use-list-selection.tsx';
import { ExplainDialog } from './explain-dialog.tsx';
import { isOnePress, nameOf, statementOf, useMend } from './work.ts';

interface Props {
  one: Difference;
  size: 'compact-sm' | 'xs';
}

const nothing = () => undefined;

export function Explain({ one, size }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size={size} variant="default" onClick={open} aria-label={`Explain ${nameOf(one)}`}>
        Explain
      </Button>
      {isOpen && <ExplainDialog ids={[one.differenceId]} close={close} done={nothing} />}
    </>
  );
}

export function PutBack({ one: { differenceId }, size }: Props) {
  const { run, loading } = useAction(batches.differenceMarks.start, {
    messages: { ok: 'Back in the list', fail: 'Not put back' },
  });
  return (
    <Button
      size={size}
      variant="default"
      loading={loading}
      onClick={() => void run({ body: { ids: [differenceId], expected: 1, value: 'open' } })}
    >
      Put back
    </Button>
  );
}

/** The one action that mends an open difference, or putting back what was explained. */
export function DifferenceAct({ one, size }: Props) {
  const { run, loading } = useMend();
  if (one.state === 'gone') return null;
  if (one.state === 'explained') return <PutBack one={one} size={size} />;
  if (one.action === 'none') return <Explain one={one} size={size} />;
  const label = differenceActions[one.action];
  const look = { size, variant: 'default', 'aria-label': `${label}: ${nameOf(one)}` } as const;
  if (!isOnePress(one.action))
    return (
      <Button {...look} component={PageLink} to={statementOf(one)}>
        {label}
      </Button>
    );
  return (
    <Button {...look} loading={loading} onClick={() => void run(one)}>
      {label}
    </Button>
  );
}

function MendSelected(chosen: Chosen) {
  const { run, loading } = useBatch(batches.differenceMending, chosen);
  const start = () =>
    run({ value: 'mended' }, (rows) => ({
      title: `Mend ${rows}?`,
      text: 'Each by its own action, after it was compared again. Those that cannot be mended are listed with the reason. Refunds up to the limit of the brand go to the gateway at once; only the others can be undone.',
      action: `Mend ${rows}`,
    }));
  return (
    <Button size="xs" loading={loading} onClick={() => void start()}>
      Mend
    </Button>
  );
}

function SelectedActions({ selection, all }: SelectionActions<Difference>) {
  const [isOpen, { open, close }] = useDisclosure();
  const rows = [...selection.selected.values()];
  if (rows.length === 0 || rows.some(({ state }) => state !== 'open')) return null;
  return (
    <>
      {/* A mark is the decision of a person about each row. */}
      {!all && (
        <Button size="xs" variant="default" onClick={open}>
          Explain
        </Button>
      )}
      <MendSelected selection={selection} all={all} />
      {isOpen && <ExplainDialog ids={[...selection.selected.keys()]} close={close} done={selection.clear} />}
    </>
  );
}

export const differenceSelection: Selecting<Difference> = {
  max: maxIds,
  takesAll: true,
  name: nameOf,
  actions: SelectedActions,
};
