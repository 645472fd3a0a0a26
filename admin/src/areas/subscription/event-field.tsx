/** Event of a voucher to redeem: typed, with the known events of the brand as suggestions. */
import { Autocomplete } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { findEventNames, plainEventName } from '#contract/subscription/endpoints.ts';
import { useCall } from '#kit/api/use-call.ts';
import { bind, type FieldProps } from '#kit/form/bind.ts';

const debounceMs = 150;

/** Known events that contain the typed name; `isNew` once it is certain that none is the typed one. */
export function useEvents(typed: string) {
  const plain = plainEventName(typed);
  const [search] = useDebouncedValue(plain, debounceMs);
  const { data, isPrevious } = useCall(findEventNames, { query: { search } }, { keepPrevious: true });
  const names = data?.eventNames ?? [];
  const isCertain = data !== undefined && !isPrevious && search === plain && plain !== '';
  return { names, isNew: isCertain && !names.some((name) => plainEventName(name) === plain) };
}

/** Enter closes the open suggestions, or takes the highlighted one; only the next one submits. */
export function EventField<Values>(props: FieldProps<Values>) {
  const { value, set, input } = bind(props);
  const typed = typeof value === 'string' ? value : '';
  const { names } = useEvents(typed);
  const [isWanted, { open, close }] = useDisclosure();
  const isOpen = isWanted && typed.trim() !== '' && names.length > 0;
  return (
    <Autocomplete
      {...input}
      data={names}
      value={typed}
      onChange={(next) => {
        set(next);
        open();
      }}
      // The server has already searched.
      filter={({ options }) => options}
      dropdownOpened={isOpen}
      onDropdownOpen={open}
      onDropdownClose={close}
      onOptionSubmit={close}
      openOnFocus={false}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !isOpen) return;
        event.preventDefault();
        close();
      }}
    />
  );
}
