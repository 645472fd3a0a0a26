/** Popover with the calendar of a date field. */
import { ButtonPopover } from '../feedback/dropdown.tsx';
import type { DropdownOf } from '../feedback/use-dropdown.ts';
import Calendar from './calendar.tsx';

interface Props {
  of: DropdownOf;
  day: string | undefined;
  onPick: (day: string) => void;
}

export const CalendarPopover = ({ of, day, onPick }: Props) => (
  <ButtonPopover of={of} position="bottom-end" shadow="md" trapFocus>
    <Calendar day={day} onPick={onPick} />
  </ButtonPopover>
);
