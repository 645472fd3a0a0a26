/** Actions of the desk on the selected orders; refused ones stay selected, with the reason of each. */
import { Button, Menu, Popover } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { listDeskPeople } from '#contract/order-tracking/desk.ts';
import { subject } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { DayInput } from '#kit/form/day-input.tsx';
import { momentsAt } from '#kit/form/use-date-text.ts';
import { counted, formatLongMinute, formatShortMinute } from '#kit/format/formats.ts';
import type { Selection } from '#kit/list/use-selection.ts';
import { type TrackingOrder, customerLabel } from '#admin-shared/order-tracking/tracking-order.ts';
import { type Plan, type Refusal, useBulkWork } from './use-bulk-work.ts';
import classes from './desk.module.css';

interface Props {
  selection: Selection<TrackingOrder>;
  /** Keeps the row of a changed order where it is. */
  stay: (order: TrackingOrder) => void;
}

export function DeskActions({ selection, stay }: Props) {
  const work = useBulkWork(stay);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const run = (did: string, plan: Plan) => {
    const orders = [...selection.selected.values()];
    work({ did, orders, plan }, (refused) => {
      setRefusals(refused);
      const stays = new Set(refused.map(({ order }) => order.id));
      selection.toggle(
        orders.filter(({ id }) => !stays.has(id)).map((order) => [order.id, order]),
        false,
      );
    });
  };
  const refused = refusals.filter(({ order }) => selection.selected.has(order.id));
  return (
    <>
      <Button size="xs" variant="default" onClick={() => run('Claimed', { claim: true })}>
        Claim
      </Button>
      <HandOver choose={(holder, name) => run(`Handed over to ${name}`, { holder })} />
      <FollowUp
        save={(followUpAt) =>
          run(followUpAt ? `Next follow-up ${formatShortMinute(followUpAt)}` : 'Without a follow-up', {
            followUpAt,
          })
        }
      />
      {refused.length > 0 && (
        <div className={classes['refused']} role="alert" aria-label="Refused orders">
          <b>{counted(refused.length, 'order was', 'orders were')} not changed:</b>
          <ul>
            {refused.map(({ order, message }) => (
              <li key={order.id}>
                {customerLabel(order)}: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function HandOver({ choose }: { choose: (userId: string, name: string) => void }) {
  const { data } = useCall(listDeskPeople, {});
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button size="xs" variant="default">
          Hand over
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes['people']}>
        {(data?.people ?? []).map(({ userId, name }) => (
          <Menu.Item key={userId} onClick={() => choose(userId, name)}>
            {userId === subject() ? `${name} (you)` : name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const atNine = momentsAt('09:00');

/** Empty: removes the follow-up. */
function FollowUp({ save }: { save: (followUpAt: string | null) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [value, set] = useState('');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (value !== '' && !atNine.partsOf(value)) return;
    setOpen(false);
    save(value || null);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" onClick={() => setOpen(!isOpen)}>
          Next follow-up
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={classes['row']} onSubmit={submit}>
          <DayInput
            label="Next follow-up"
            kind={atNine}
            value={value}
            set={set}
            example="besok 10.00"
            inWords={formatLongMinute}
            hint="Empty: no follow-up"
            isFirst
          />
          <Button type="submit" size="xs">
            {value === '' ? 'Remove' : 'Set'}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
