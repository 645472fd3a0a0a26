/** Menu that shows and hides columns. Cards have fixed rules instead. */
import { IconColumns3 } from '@tabler/icons-react';
import { memo, Suspense } from 'react';
import { PlainButton } from '../feedback/light-button.tsx';
import { useDropdown } from '../feedback/use-dropdown.ts';
import { later } from '../later.ts';
import type { ColumnChoice } from './use-columns.ts';
import classes from './toolbar.module.css';

const ColumnsChoice = later(async () => (await import('./columns-choice.tsx')).ColumnsChoice);

interface Props {
  /** Label of the first column, which is always shown. */
  first: string;
  choice: ColumnChoice;
}

export const ColumnsMenu = memo(function ColumnsMenu({ first, choice }: Props) {
  const { button, dropdown } = useDropdown('menu');
  const { hidden } = choice;
  return (
    <>
      <PlainButton
        className={classes['columns']}
        data-on={hidden.length > 0 || undefined}
        aria-label={hidden.length > 0 ? `Columns, ${hidden.length} left out` : 'Columns'}
        {...button}
      >
        <IconColumns3 size={16} stroke={1.6} aria-hidden />
        Columns
      </PlainButton>
      {dropdown && (
        <Suspense>
          <ColumnsChoice of={dropdown} first={first} choice={choice} />
        </Suspense>
      )}
    </>
  );
});
