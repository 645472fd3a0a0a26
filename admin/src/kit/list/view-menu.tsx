/** Menu of the current saved view: owner and actions. */
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';
import { mayChangeView, type SavedView } from '#contract/saved-view.ts';
import { role, subject } from '../api/session.ts';
import { PlainButton } from '../feedback/light-button.tsx';
import { useDropdown } from '../feedback/use-dropdown.ts';
import { later } from '../later.ts';
import classes from './views.module.css';

const ViewChoices = later(async () => (await import('./view-choices.tsx')).ViewChoices);

export const mayChange = (view: SavedView): boolean => mayChangeView(view, { userId: subject(), role: role() ?? '' });

export function ownershipOf({ ownerId, ownerName, isShared }: SavedView): string {
  if (!isShared) return 'Only you see this view';
  return ownerId === subject() ? 'Yours, shared with the team' : `Shared by ${ownerName}`;
}

export interface ViewActions {
  view: SavedView;
  /** Absent: no changes. */
  discard: (() => void) | undefined;
  copy: () => void;
  rename: () => void;
  remove: () => void;
}

export function ViewMenu(actions: ViewActions) {
  const { button, dropdown } = useDropdown('menu');
  return (
    <>
      <PlainButton className={classes['menu']} aria-label={`The view ${actions.view.name}`} {...button}>
        <IconChevronDown size={14} aria-hidden />
      </PlainButton>
      {dropdown && (
        <Suspense>
          <ViewChoices of={dropdown} {...actions} />
        </Suspense>
      )}
    </>
  );
}
