/**
 * Actions in the head of a record, as data, so that every head has the same form (decision 0090): one primary, up to
 * three in reach, and a menu of the others, which ends with what destroys.
 */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { Unavailable } from '../feedback/unavailable.tsx';
import { type Consequence, WithConsequence } from './consequence.tsx';
import classes from './detail-page.module.css';

export interface Action {
  label: string;
  /** Work of the action, unless it is a link. */
  run?: () => unknown;
  /** Path of a link, and its search params. */
  to?: string;
  search?: object;
  /** Shown instead of the label, outside the menu. */
  icon?: ComponentType<{ size: number; stroke: number }>;
  /** Effect: a tooltip of a button, a line in the menu. */
  effect?: Consequence | undefined;
  /** Reason why it is not available now. */
  why?: string | false | null | undefined;
  isBusy?: boolean;
  keys?: string;
}

/** Action, if it is offered. */
export type Maybe = Action | false | null | undefined;

export interface HeadActions {
  /** The step that is due. */
  primary?: Maybe;
  /** The commonest ones, up to three. */
  quick?: readonly [Maybe?, Maybe?, Maybe?];
  menu?: readonly Maybe[];
  /** At the end of the menu, in red. */
  destructive?: readonly Maybe[];
  /** Dialog that one of them opened. */
  dialog?: ReactNode;
}

const isOffered = (action: Maybe): action is Action => Boolean(action);

/** Props of a link to the action's page. */
const linkOf = ({ to, search = {} }: Action) =>
  to === undefined ? {} : { renderRoot: (props: object) => <Link {...props} to={to} search={search} /> };

/** First action in the head of the page. */
export const firstHeadAction = () => document.querySelector<HTMLElement>('[data-page-actions] :is(button, a)');

/** Button of the menu. */
export const menuButton = () =>
  document.querySelector<HTMLElement>('[data-page-actions] [aria-haspopup="menu"]') ?? undefined;

export function HeadButtons({ primary, quick, menu, destructive, dialog }: HeadActions) {
  const others = (menu ?? []).filter(isOffered);
  const last = (destructive ?? []).filter(isOffered);
  return (
    <div className={classes['actions']} data-page-actions>
      {primary && <InReach action={primary} isPrimary />}
      {quick?.filter(isOffered).map((action) => (
        <InReach key={action.label} action={action} />
      ))}
      {others.length + last.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size="lg" aria-label="More actions">
              <IconDots size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown maw={340}>
            {others.map((action) => (
              <InMenu key={action.label} action={action} />
            ))}
            {others.length > 0 && last.length > 0 && <Menu.Divider />}
            {last.map((action) => (
              <InMenu key={action.label} action={action} isDestructive />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog}
    </div>
  );
}

function InReach({ action, isPrimary = false }: { action: Action; isPrimary?: boolean }) {
  const { label, run, icon: Icon, effect, why, isBusy = false, keys } = action;
  const shared = {
    loading: isBusy,
    'aria-keyshortcuts': keys,
    onClick: () => (effect?.mend ?? run)?.(),
    ...linkOf(action),
  };
  return (
    <WithConsequence of={effect}>
      {(described) => (
        <Unavailable why={why} isShown={Icon !== undefined}>
          {Icon ? (
            <ActionIcon {...shared} {...described} variant="default" size="lg" aria-label={label} title={label}>
              <Icon size={18} stroke={1.6} />
            </ActionIcon>
          ) : (
            <Button {...shared} {...described} variant={isPrimary ? 'filled' : 'default'}>
              {label}
            </Button>
          )}
        </Unavailable>
      )}
    </WithConsequence>
  );
}

/** The effect without its verb, which the label has; or the reason why the item is not available. */
const noteOf = ({ effect, why }: Action) => why || effect?.text.replace(/^[^:]*: /, '');

function InMenu({ action, isDestructive = false }: { action: Action; isDestructive?: boolean }) {
  const { label, run, effect, why } = action;
  const note = noteOf(action);
  return (
    <Menu.Item
      {...(isDestructive && { color: 'red' })}
      {...(why && { 'aria-disabled': true, closeMenuOnClick: false })}
      aria-label={label}
      aria-description={why || effect?.text}
      onClick={() => !why && void run?.()}
      {...linkOf(action)}
    >
      <span>{label}</span>
      {note && <small className={classes['note']}>{note}</small>}
    </Menu.Item>
  );
}
