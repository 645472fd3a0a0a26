/** Menu of the current saved view: owner and actions. */
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';
import { PlainButton } from '../feedback/light-button.tsx';
import { useDropdown } from '../feedback/use-dropdown.ts';
import { later } from '../later.ts';
import type { ViewActions } from './view-actions.ts';
import classes from './views.module.css';

const ViewChoices = later(async () => (await import('./view-choices.tsx')).ViewChoices);

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
