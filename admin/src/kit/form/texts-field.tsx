/**
 * List of short texts, one per line. Enter adds a line; Backspace in an empty line removes it; pasted lines or e-mail
 * addresses become a line each.
 */
import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { bind, type FieldProps } from './bind.ts';
import { renderAndFocus } from '../feedback/focus.ts';

/** Addresses of a list such as `Sari <sari@x.id>; Budi <budi@x.id>`; otherwise the lines. */
function splitPasted(text: string): string[] {
  const addresses = text.match(/[^\s,;<>"]+@[^\s,;<>"]+/g) ?? [];
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return addresses.length > 1 ? addresses : lines.filter(Boolean);
}

export function TextsField<Values>(props: FieldProps<Values>) {
  const { form, name } = props;
  const { field, value, set, input } = bind(props);
  const item = field.item ?? 'line';
  const lines = Array.isArray(value) ? (value as string[]) : [];
  const root = useRef<HTMLDivElement>(null);
  const change = (next: string[], focus: number) => {
    if (input.readOnly) return;
    renderAndFocus(
      () => set(next),
      () => root.current?.querySelectorAll('input')[Math.max(focus, 0)],
    );
  };
  const onKey = (event: React.KeyboardEvent, index: number) => {
    if (event.key === 'Enter') change(lines.toSpliced(index + 1, 0, ''), index + 1);
    else if (event.key === 'Backspace' && lines[index] === '') change(lines.toSpliced(index, 1), index - 1);
    else return;
    event.preventDefault();
  };
  const onPaste = (event: React.ClipboardEvent, index: number) => {
    const pasted = splitPasted(event.clipboardData.getData('text/plain'));
    if (pasted.length < 2) return;
    event.preventDefault();
    const isEmpty = lines[index] === '';
    const at = isEmpty ? index : index + 1;
    change(lines.toSpliced(at, isEmpty ? 1 : 0, ...pasted), at + pasted.length - 1);
  };
  return (
    <Input.Wrapper
      component="fieldset"
      label={input.label}
      labelElement="div"
      description={field.hint}
      error={input.error}
      style={{ border: 0, padding: 0, margin: 0 }}
    >
      <Stack gap="xs" my={4} ref={root}>
        {lines.map((line, index) => (
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              aria-label={`${field.label} ${index + 1}`}
              value={line}
              readOnly={input.readOnly}
              onBlur={() => {
                input.onBlur();
                form.visit(`${name}.${index}`);
              }}
              error={form.fields.errors[`${name}.${index}`]}
              onKeyDown={(event) => onKey(event, index)}
              onPaste={(event) => onPaste(event, index)}
              onChange={(event) => set(lines.with(index, event.currentTarget.value))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove ${item} ${index + 1}`}
              onClick={() => change(lines.toSpliced(index, 1), index - 1)}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button variant="default" size="xs" w="fit-content" onClick={() => change([...lines, ''], lines.length)}>
          Add {item}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}
