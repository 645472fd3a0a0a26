/** The address of an image, with the image beside it; null when empty. */
import { Group, TextInput } from '@mantine/core';
import { Thumbnail } from '../format/thumbnail.tsx';
import { bind, type FieldProps } from './bind.ts';

export function ImageField<Values>(props: FieldProps<Values>) {
  const { value, set, input } = bind(props);
  const address = typeof value === 'string' ? value : '';
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <TextInput
        {...input}
        flex={1}
        placeholder="https://…"
        inputMode="url"
        value={address}
        onChange={(event) => set(event.currentTarget.value || null)}
      />
      <Thumbnail src={input.error ? null : address} width={96} height={60} />
    </Group>
  );
}
