import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { bind, labelOf, type FieldProps } from './bind.ts';

/** A list of short texts, one a line. Enter begins the next; Backspace in an empty line takes it away. */
export function StringsField<Values>({
  item,
  ...field
}: FieldProps<Values> & { /** What one line is: "outcome". */ item: string }) {
  const { value, set, error, onBlur, disabled, readOnly } = bind(field);
  const lines = Array.isArray(value) ? (value as string[]) : [];
  const root = useRef<HTMLDivElement>(null);
  const change = (next: string[], focus: number) => {
    if (readOnly) return;
    set(next);
    requestAnimationFrame(() => root.current?.querySelectorAll('input')[Math.max(focus, 0)]?.focus());
  };
  const onKey = (event: React.KeyboardEvent, index: number) => {
    if (event.key === 'Enter') change(lines.toSpliced(index + 1, 0, ''), index + 1);
    else if (event.key === 'Backspace' && lines[index] === '') change(lines.toSpliced(index, 1), index - 1);
    else return;
    event.preventDefault();
  };
  return (
    <Input.Wrapper
      component="fieldset"
      label={labelOf(field)}
      labelElement="div"
      description={field.hint}
      error={error}
      style={{ border: 0, padding: 0, margin: 0 }}
    >
      <Stack gap="xs" my={4} ref={root}>
        {lines.map((line, index) => (
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              aria-label={`${field.label} ${index + 1}`}
              value={line}
              disabled={disabled}
              readOnly={readOnly}
              onBlur={() => {
                onBlur();
                field.form.visit(`${field.name}.${index}`);
              }}
              error={field.form.fields.errors[`${field.name}.${index}`]}
              onKeyDown={(event) => onKey(event, index)}
              onChange={(event) => set(lines.with(index, event.currentTarget.value))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove ${item} ${index + 1}`}
              disabled={disabled}
              onClick={() => change(lines.toSpliced(index, 1), index - 1)}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          disabled={disabled}
          onClick={() => change([...lines, ''], lines.length)}
        >
          Add {item}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}
