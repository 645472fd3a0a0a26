import { Group, TextInput } from '@mantine/core';
import { Thumbnail } from '../format/thumbnail.tsx';
import { bind, labelOf, type FieldProps } from './bind.ts';

/** The address of an image, with the image beside it; null when empty. */
export function ImageField<Values>(field: FieldProps<Values>) {
  const { value, set, ...rest } = bind(field);
  const address = typeof value === 'string' ? value : '';
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <TextInput
        {...rest}
        flex={1}
        label={labelOf(field)}
        description={field.hint}
        placeholder="https://…"
        inputMode="url"
        value={address}
        onChange={(event) => set(event.currentTarget.value || null)}
      />
      <Thumbnail src={rest.error ? null : address} width={96} height={60} />
    </Group>
  );
}
