/** Row of a new item that is pending, or failed, with the actions to retry or discard. */
import { Button, CloseButton, Loader } from '@mantine/core';
import { itemTypeNames } from '#contract/course/lesson/rules.ts';
import { Badge } from '#kit/display/badge.tsx';
import { ItemIcon } from './tree-line.tsx';
import type { NewItem } from './new-items.ts';
import type { ReactNode } from 'react';
import classes from './curriculum.module.css';

interface LooseProps {
  style: { transform: string; height: number };
  label: string;
  title?: string | undefined;
  children: ReactNode;
}

/** Row of the tree that is not an item yet. */
export const LooseLine = ({ style, label, title, children }: LooseProps) => (
  <div
    className={classes['new']}
    style={style}
    role="treeitem"
    aria-level={2}
    aria-selected={false}
    aria-label={label}
    tabIndex={-1}
    title={title}
  >
    {children}
  </div>
);

interface Props {
  item: NewItem;
  style: { transform: string; height: number };
  tryAgain: () => void;
  /** Discards the item that could not be added. */
  drop: (item: NewItem) => void;
}

export function WaitingLine({ item, style, tryAgain, drop }: Props) {
  const { type, name, error } = item;
  const called = name || itemTypeNames[type];
  return (
    <LooseLine
      style={style}
      label={`${called}, ${error ? `not added: ${error.message}` : 'being added'}`}
      title={error?.message}
    >
      <ItemIcon type={type} />
      <span className={classes['name']}>{called}</span>
      {error ? (
        <>
          <Badge colour="red">Not added</Badge>
          <Button size="compact-xs" variant="default" onClick={tryAgain}>
            Try again
          </Button>
          <CloseButton size="sm" aria-label={`Do not add ${called}`} onClick={() => drop(item)} />
        </>
      ) : (
        <Loader size={14} aria-hidden />
      )}
    </LooseLine>
  );
}
