/** Dates and moments. Browsers order day and month by their own language, so they are said in words too. */
import { CloseButton, TextInput } from '@mantine/core';
import { formatDay, formatMinute, fromWallClock, toWallClock } from '../format/formats.ts';
import { bind, type FieldProps } from './bind.ts';

/** A date and time in Jakarta, an ISO instant in the values; empty it is null, or '' where there must be one. */
export function MomentField<Values>(props: FieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  const isCleared = field.isOptional && value;
  const none = field.isNullable ? null : '';
  return (
    <TextInput
      {...input}
      description={typeof value === 'string' && value ? formatMinute(value) : field.hint}
      type="datetime-local"
      max="9999-12-31T23:59"
      rightSection={<Zone onClear={isCleared ? () => set(none) : undefined} label={field.label} />}
      rightSectionWidth={isCleared ? 72 : 48}
      value={typeof value === 'string' ? toWallClock(value) : ''}
      onChange={(event) => set(event.currentTarget.value ? fromWallClock(event.currentTarget.value) : none)}
    />
  );
}

/** A day without a time, `2026-11-05` in the values; empty as a moment. */
export function DayField<Values>(props: FieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  return (
    <TextInput
      {...input}
      description={typeof value === 'string' && value ? formatDay(value) : field.hint}
      type="date"
      max="9999-12-31"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => set(event.currentTarget.value || (field.isNullable ? null : ''))}
    />
  );
}

function Zone({ onClear, label }: { onClear: (() => void) | undefined; label: string }) {
  return (
    <>
      {onClear && <CloseButton size="sm" aria-label={`Clear ${label}`} onClick={onClear} />}
      <span aria-label="Western Indonesia Time" style={{ fontSize: '0.75rem', color: 'var(--mantine-color-dimmed)' }}>
        WIB
      </span>
    </>
  );
}
