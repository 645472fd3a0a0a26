/** Ordered list of assigned items: moved by dragging, shortcuts or buttons, and unassigned in place. */
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { renderAndFocus } from '#kit/feedback/focus.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { type Edge, useDragging } from '#kit/list/use-dragging.ts';
import dragging from '#kit/list/dragging.module.css';
import { useUnassign } from './assignment-change.tsx';
import { type OrderedLink, useOrdered } from './use-ordered.ts';
import classes from './ordered-items.module.css';

export interface OrderedItem {
  id: string;
  name: string;
  /** Text below the name. */
  note?: string | undefined;
  to: string;
}

interface Props {
  link: OrderedLink;
  ownerId: string;
  version: number;
  items: readonly OrderedItem[];
  loss: string;
}

type Way = 'up' | 'down';

/** Shows a move at once and sends it; `version`: of the owner, so that another user's order is not overwritten. */
export function OrderedItems({ link, ownerId, version, items, loss }: Props) {
  const { shown, move } = useOrdered({ link, ownerId, version, items });
  const list = useRef<HTMLOListElement>(null);
  const unassign = useUnassign({ link, ownerId, loss, nextFocus: () => list.current?.querySelector('button') });
  const at = (id: unknown) => shown.findIndex((item) => item.id === id);
  const step = (id: string, way: Way) => {
    const to = at(id) + (way === 'up' ? -1 : 1);
    if (to < 0 || to >= shown.length) return;
    renderAndFocus(
      () => void move(id, to),
      () => {
        const line = list.current?.querySelector<HTMLElement>(`[data-key="${id}"]`);
        // At either end, there is no button for that direction.
        return line?.querySelector<HTMLElement>(`[data-way="${way}"]:enabled`) ?? line?.querySelector('button:enabled');
      },
    );
  };
  const drop = useEffectEvent((source: unknown, target: unknown, edge: Edge) => {
    const [from, to] = [at(source), at(target)];
    if (from < 0 || to < 0) return;
    const index = to + (edge === 'below' ? 1 : 0) - (from < to ? 1 : 0);
    if (index !== from) void move(String(source), index);
  });
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location: { current } }) => {
          const [target] = current.dropTargets;
          if (target) drop(source.data['key'], target.data['key'], target.data['edge'] as Edge);
        },
      }),
    [],
  );
  return (
    <ol
      ref={list}
      className={classes['list']}
      aria-label={`${link.many.replace(/^./, (first) => first.toUpperCase())} in order`}
    >
      {shown.map((item, index) => (
        <Line
          key={item.id}
          item={item}
          index={index}
          isLast={index === shown.length - 1}
          step={step}
          unassign={() => void unassign.run([item.id], item.name)}
        />
      ))}
    </ol>
  );
}

interface LineProps {
  item: OrderedItem;
  index: number;
  isLast: boolean;
  step: (id: string, way: Way) => void;
  unassign: () => void;
}

const wayOf: Readonly<Record<string, Way>> = { ArrowUp: 'up', ArrowDown: 'down' };

function Line({ item, index, isLast, step, unassign }: LineProps) {
  const { id, name, note, to } = item;
  const line = useRef<HTMLLIElement>(null);
  const edge = useDragging(line, id);
  const onKey = (event: KeyboardEvent) => {
    const way = event.altKey ? wayOf[event.key] : undefined;
    if (!way) return;
    event.preventDefault();
    step(id, way);
  };
  const button = { variant: 'subtle', color: 'gray', size: 'sm' } as const;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its buttons and its link
    <li
      ref={line}
      className={`${classes['line']} ${dragging['target']}`}
      data-key={id}
      data-edge={edge}
      onKeyDown={onKey}
    >
      <IconGripVertical size={16} className={classes['grip'] ?? ''} aria-hidden />
      <span className={classes['place']}>{formatNumber(index + 1)}</span>
      <span className={classes['name']}>
        <Link to={to} draggable={false}>
          {name}
        </Link>
        {note && <small>{note}</small>}
      </span>
      <ActionIcon
        {...button}
        data-way="up"
        aria-label={`Move ${name} up`}
        title="Move up (Alt ↑)"
        disabled={index === 0}
        onClick={() => step(id, 'up')}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        {...button}
        data-way="down"
        aria-label={`Move ${name} down`}
        title="Move down (Alt ↓)"
        disabled={isLast}
        onClick={() => step(id, 'down')}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={`Unassign ${name}`} title="Unassign" onClick={unassign}>
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}
