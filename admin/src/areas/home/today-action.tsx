/** The one action that an item of the queue wants, and "Done, next". */
import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { TodayItem } from '#contract/home/endpoints.ts';
import { PageLink } from '#kit/display/page-link.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { commandKey, type Keys, usePageKeys } from '#kit/feedback/keys.ts';
import type { Search } from '#kit/list/list-state.ts';
import { rowOf } from '#kit/list/row-focus.ts';
import { useNextRow } from '#kit/list/use-next-row.ts';
import { usePeek } from '#kit/list/use-peek.tsx';
import { useWindowEvent } from '#kit/use-window-event.ts';
import { aboutOfItem, effectOf, linkLabelOf, nameOfItem, pageOfItem, settlingOf } from './item.ts';
import { useTodayWork } from './work.ts';
import classes from './today.module.css';

/** Whether the list shows what was set aside. */
export const useIsAside = (): boolean =>
  useSearch({ strict: false, select: (search: Search) => search['aside'] === 'true' });

/** Name of an item, and what it is about; beside the open panel, which covers the last column, also its outcome. */
export function TodayName({ item }: { item: TodayItem }) {
  const { outcomeOf, isRunning } = useTodayWork();
  const { id } = usePeek();
  const outcome = id === undefined || isRunning(item) ? undefined : outcomeOf(item);
  return <NameCell name={nameOfItem(item)} sub={[outcome, aboutOfItem(item)].filter(Boolean).join(' · ')} />;
}

/** `size`: of a row, or of the panel. */
export function TodayAction({ item, size }: { item: TodayItem; size: 'compact-sm' | 'xs' }) {
  const { outcomeOf, isRunning, settle, back } = useTodayWork();
  const isAside = useIsAside();
  const outcome = outcomeOf(item);
  if (outcome !== undefined && !isRunning(item)) return <span className={classes['outcome']}>{outcome}</span>;
  const settling = settlingOf(item);
  const look = { size, variant: 'default', loading: isRunning(item) } as const;
  const of = ` ${nameOfItem(item)}`;
  if (isAside)
    return (
      <Button {...look} aria-label={`Put back${of}`} onClick={() => void back(item)}>
        Put back
      </Button>
    );
  if (settling)
    return (
      <Button {...look} aria-label={`${settling.label}${of}`} onClick={() => void settle(item)}>
        {settling.label}
        {item.count !== undefined && ` ${item.count}`}
      </Button>
    );
  const label = linkLabelOf(item);
  return (
    <Button {...look} component={PageLink} to={pageOfItem(item)} aria-label={`${label}${of}`}>
      {label}
    </Button>
  );
}

const keys: Keys = [[`${commandKey}Enter`, 'Done: settle the row or set it aside, and go on to the next']];

/** Settles an item or sets it aside, and goes on to the next row at once; a refused item is as before. */
function useDone() {
  const { outcomeOf, settle, aside } = useTodayWork();
  const goOn = useNextRow();
  return (item: TodayItem) => {
    if (outcomeOf(item) === undefined) void (settlingOf(item) ? settle(item) : aside(item));
    goOn(item.key);
  };
}

/** Whether the panel of the item is the desk's, which has its own "Done, next" that saves what was filled in. */
const isAtDesk = ({ record }: TodayItem) => record.kind === 'desk-order';

/** ⌘Enter on a row, or in the panel of the item `openKey`. */
export function useDoneKey(items: readonly TodayItem[] | undefined, openKey: string | undefined): void {
  const done = useDone();
  const isAside = useIsAside();
  usePageKeys(isAside ? undefined : keys);
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || isAside) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest('[role="dialog"], [role="menu"]')) return;
      const key = rowOf(target)?.dataset['row'] ?? openKey;
      const item = items?.find((one) => one.key === key);
      if (!item || (isAtDesk(item) && item.key === openKey)) return;
      event.preventDefault();
      done(item);
    },
    true,
  );
}

/** Bar of the panel: the action, and "Done, next" with what it does. */
export function DoneBar({ item }: { item: TodayItem }) {
  const { outcomeOf, isRunning, isLast, aside } = useTodayWork();
  const done = useDone();
  const isAside = useIsAside();
  const isOpen = outcomeOf(item) === undefined && !isAside;
  if (isAtDesk(item))
    return (
      <div className={classes['bar']}>
        <TodayAction item={item} size="xs" />
        {isOpen && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => void aside(item)}>
            Set aside until tomorrow
          </Button>
        )}
      </div>
    );
  return (
    <div className={classes['bar']}>
      <TodayAction item={item} size="xs" />
      {!isAside && (
        <>
          <small role="status">{isOpen ? effectOf(item) : isLast(item) && 'This is the last row.'}</small>
          <Button size="xs" loading={isRunning(item)} aria-keyshortcuts="Control+Enter" onClick={() => done(item)}>
            Done, next
          </Button>
        </>
      )}
    </div>
  );
}
