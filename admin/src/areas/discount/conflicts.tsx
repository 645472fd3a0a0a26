/**
 * Other active discounts that hold products of this one at the same time, with the actions that take these products
 * over, when this discount starts or at once, and undo that.
 */
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { discountEffect } from '#contract/discount/effect.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import type { TakingTime } from '#contract/kernel/take-over-endpoints.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { runThenFocus } from '#kit/feedback/focus.ts';
import { counted } from '#kit/format/formats.ts';
import { type TakingOver, useTakeOver } from '#admin-shared/assignment/use-take-over.ts';
import { firstHeadAction } from '#kit/record/head-actions.tsx';
import { type Discount, type OpenDiscount, linkOf } from './discount-products.tsx';
import { startInWords, takingInWords } from '#admin-shared/pricing/taking-words.ts';
import { ConflictTable } from '#admin-shared/pricing/conflict-table.tsx';
import { conflictsId, Notice, showConflicts } from '#admin-shared/pricing/notice.tsx';
import classes from '#admin-shared/pricing/discount.module.css';

type Effect = Reply<typeof discountEffect>;

export function Conflicts({ id, record }: OpenDiscount) {
  const { data: effect } = useCall(discountEffect, { params: { id } });
  const taking = useTakeOver(linkOf(record), id);
  const isRead = effect !== undefined;
  // A link to the conflicts is followed before they are read.
  useEffect(() => {
    if (isRead && location.hash === `#${conflictsId}`) showConflicts();
  }, [isRead]);
  if (!effect) return null;
  const { conflicting, planned } = effect;
  return (
    <>
      {conflicting > 0 && <Conflicting {...{ record, effect, taking }} />}
      {planned.length > 0 && (
        <Notice {...(conflicting === 0 && { id: conflictsId })} label="Overlaps">
          These inactive discounts hold {linkOf(record).many} of this one for the same time. Only one of them can be
          active:
          <ConflictTable label="Inactive discounts that hold them" many={linkOf(record).many} rows={planned} />
        </Notice>
      )}
      {effect.leaving.length > 0 && <Leaving {...{ id, record }} leaving={effect.leaving} />}
      {taking.taken > 0 && record.status === SwitchStatus.INACTIVE && <Taken {...{ record, taking }} />}
    </>
  );
}

function Conflicting({ record, effect, taking }: { record: Discount; effect: Effect; taking: TakingOver }) {
  const [openedAt] = useState(Date.now);
  const link = linkOf(record);
  const named = counted(effect.conflicting, link.one, link.many);
  const isOne = effect.conflicting === 1;
  const words = takingInWords(record, effect.conflictPrices, openedAt);
  const take = (when: TakingTime) => void runThenFocus(() => taking.run(when), firstHeadAction);
  const [it, them] = [isOne ? 'it' : 'them', effect.conflicts.length === 1 ? 'it' : 'them'];
  return (
    <Notice id={conflictsId} label="Conflicts">
      {named} {isOne ? 'is' : 'are'} in other active discounts while this one runs:
      <ConflictTable label="Discounts that hold them" many={link.many} rows={effect.conflicts} />
      <div className={classes['choices']}>
        <Button size="xs" loading={taking.loading} onClick={() => take('start')}>
          Take {named} out of {them} when this one starts
        </Button>
        <span>{words.start}</span>
        <Button size="xs" variant="default" loading={taking.loading} onClick={() => take('now')}>
          Take {it} out now
        </Button>
        <span>{words.now}</span>
      </div>
    </Notice>
  );
}

interface LeavingProps {
  id: string;
  record: Discount;
  leaving: Effect['leaving'];
}

function Leaving({ id, record, leaving }: LeavingProps) {
  const [openedAt] = useState(Date.now);
  const link = linkOf(record);
  const keep = useAction(link.keep ?? link.unassign);
  const undo = async () => {
    const action = `Unassign these ${link.many}`;
    const isSure =
      record.status === SwitchStatus.INACTIVE ||
      (await confirm({
        title: `${action} from "${record.name}"?`,
        text: 'Unassign: they stay in the other discounts, and this one does not lower their prices.',
        action,
        isDestructive: true,
      }));
    return isSure && (await keep.run({ params: { id } })).ok;
  };
  return (
    <Notice label="Planned removals">
      These {link.many} leave other discounts {startInWords(record, openedAt)}:
      <ConflictTable label="Discounts that they leave" many={link.many} rows={leaving} />
      <Group mt="sm">
        <Button
          size="xs"
          variant="default"
          loading={keep.loading}
          onClick={() => void runThenFocus(undo, firstHeadAction)}
        >
          Undo
        </Button>
      </Group>
    </Notice>
  );
}

/** Products taken over at once; they can be given back until this discount is switched on. */
function Taken({ record, taking }: { record: Discount; taking: TakingOver }) {
  const link = linkOf(record);
  const named = counted(taking.taken, link.one, link.many);
  return (
    <Notice label="Taken from other discounts">
      {named} {taking.taken === 1 ? 'was' : 'were'} taken out of other discounts.
      <Group mt="sm">
        <Button
          size="xs"
          variant="default"
          loading={taking.loading}
          onClick={() => void runThenFocus(taking.undo, firstHeadAction)}
        >
          Undo
        </Button>
      </Group>
    </Notice>
  );
}
