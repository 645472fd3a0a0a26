/** Dialog that redeems an event voucher for an event by name, with the effect in words. */
import { Text, Autocomplete } from '@mantine/core';
import { useRef } from 'react';
import {
  listEventVouchers,
  redeemDraft,
  redeemEventVoucher,
  findEventNames,
  plainEventName,
} from '#contract/subscription/endpoints.ts';
import { maxPageSize } from '#contract/kernel/page-size.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import type { Profile } from './subscriber.ts';
import { effectOf } from './redeem-words.ts';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { bind, type FieldProps } from '#kit/form/bind.ts';

const debounceMs = 150;

/** Known events that contain the typed name; `isNew` once it is certain that none is the typed one. */
function useEvents(typed: string) {
  const plain = plainEventName(typed);
  const [search] = useDebouncedValue(plain, debounceMs);
  const { data, isPrevious } = useCall(findEventNames, { query: { search } }, { keepPrevious: true });
  const names = data?.eventNames ?? [];
  const isCertain = data !== undefined && !isPrevious && search === plain && plain !== '';
  return { names, isNew: isCertain && !names.some((name) => plainEventName(name) === plain) };
}

/** Enter closes the open suggestions, or takes the highlighted one; only the next one submits. */
function EventField<Values>(props: FieldProps<Values>) {
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

const rows = ['eventName'] as const;
const special = { eventName: EventField };

export function RedeemDialog({ record, close }: { record: Profile; close: () => void }) {
  const params = { id: record.id };
  const { run } = useAction(redeemEventVoucher);
  const { data } = useCall(listEventVouchers, { params, query: { pageSize: maxPageSize } });
  const isNewShown = useRef(false);
  const form = useEditForm({
    name: `redeem/${record.id}`,
    schema: redeemDraft,
    initial: { eventName: '' },
    save: (body, how) => run({ params, body: { ...body, isKnownEvent: !isNewShown.current } }, how),
    onSaved: close,
  });
  const { eventName } = form.fields.values;
  const { isNew } = useEvents(eventName);
  isNewShown.current = isNew;
  const text = effectOf(eventName, record, data?.eventVouchers ?? [], isNew);
  return (
    <FormDialog form={form} title={`Redeem for ${record.user.name}`} submitLabel="Redeem 1 voucher" close={close}>
      {/* Above the field, whose suggestions cover what is below. */}
      <Text size="sm" c="dimmed" aria-live="polite">
        {text}
      </Text>
      <Rows form={form} rows={rows} special={special} />
    </FormDialog>
  );
}
