/** Somebody deleted the record that a person is changing: what they typed stays, is copied, or created again. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import type { Draft } from '#contract/draft.ts';
import { askDiscard } from '../form/ask-discard.ts';
import { dropDraft, readDraft } from '../form/draft.ts';
import { sayValue } from '../form/field-words.ts';
import type { Special } from '../form/field.tsx';
import { FormKeeper } from '../form/form-keeper.tsx';
import type { EditForm } from '../form/use-edit-form.ts';
import type { Typed } from '../form/values.ts';
import { RecordFields } from './record-fields.tsx';
import type { Group as FieldGroup, TypedOnTab } from './record-page-props.ts';
import classes from './deleted-record.module.css';

interface Props<S extends Draft> {
  form: EditForm<Typed<z.input<S>>>;
  what: string;
  canCreate: boolean;
  fields: readonly FieldGroup<S>[];
  special: Special<Typed<z.input<S>>> | undefined;
  /** Its address. */
  base: string;
}

/** With the form, as it was left. */
export function DeletedRecord<S extends Draft>({ form, what, canCreate, fields, special, base }: Props<S>) {
  return (
    <>
      <Leftover
        changed={`this ${what} while you changed it`}
        way={canCreate ? 'Create it again from it, or copy it.' : 'Copy what you still need.'}
        text={() => inLines(form)}
        discard={() => askDiscard(form)}
      >
        {canCreate && (
          <Button loading={form.isSaving} onClick={() => void form.submit()}>
            Create it again
          </Button>
        )}
      </Leftover>
      <RecordFields form={form} fields={fields} special={special} />
      <FormKeeper form={form} base={base} isCreating />
    </>
  );
}

interface LeftoverProps {
  /** "this quiz while you changed its questions" */
  changed: string;
  way: string;
  text: () => string;
  shown?: ReactNode;
  discard: () => Promise<boolean>;
  /** Other ways on. */
  children?: ReactNode;
}

function Leftover({ changed, way, text, shown, discard, children }: LeftoverProps) {
  const clipboard = useClipboard({ timeout: 1500 });
  return (
    <Alert color="red" role="alert" mb="lg" title={`Somebody deleted ${changed}`}>
      What you typed is still here. {way}
      {shown}
      <Group gap="xs" mt="sm">
        {children}
        <Button variant="default" onClick={() => clipboard.copy(text())}>
          {clipboard.copied ? 'Copied' : 'Copy what is written'}
        </Button>
        <Button variant="default" onClick={() => void discard()}>
          Discard
        </Button>
      </Group>
    </Alert>
  );
}

interface KeptProps {
  what: string;
  id: string;
  /** Of the tab. */
  label: string;
  typed: TypedOnTab;
}

/** What was typed on a tab of its own, of a record that is gone. */
export function KeptText({ what, id, label, typed: { draftName, say } }: KeptProps) {
  const [kept, setKept] = useState(() => readDraft<{ values: unknown }>(draftName(id)));
  if (!kept) return null;
  const text = say(kept.values as never);
  const discard = () => {
    dropDraft(draftName(id));
    setKept(undefined);
  };
  return (
    <Leftover
      changed={`this ${what} while you changed its ${label.toLowerCase()}`}
      way="Copy what you still need."
      text={() => text}
      shown={
        <Text component="pre" ff="inherit" size="sm" mt="sm" mah={320} tabIndex={0} className={classes['kept'] ?? ''}>
          {text}
        </Text>
      }
      discard={() => askDiscard({ discard }, 'Your changes will be lost.')}
    />
  );
}

/** `Name: Promo`, a field a line. */
const inLines = <Values extends object>({ fields, field }: EditForm<Values>): string =>
  Object.entries(fields.getValues())
    .map(([name, value]) => [field(name), value] as const)
    .filter(([{ isHidden }]) => !isHidden)
    .map(([shown, value]) => `${shown.label}: ${sayValue(value, shown)}`)
    .join('\n');
