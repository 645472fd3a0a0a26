/**
 * Notice on a record that was deleted while the user was changing it: the unsaved values can be copied or
 * created again.
 */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import type { Draft } from '#contract/kernel/draft.ts';
import { callUntyped } from '../call-untyped.ts';
import { askDiscard } from '../form/use-leaving.ts';
import { dropDraft, readDraft } from '../form/stored-draft.ts';
import { formatValue } from '../form/field-words.ts';
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
  /** Path of the record. */
  base: string;
}

/** Shows the notice above the form with its unsaved values. */
export function DeletedRecord<S extends Draft>({ form, what, canCreate, fields, special, base }: Props<S>) {
  return (
    <>
      <UnsavedNotice
        changed={`this ${what} while you changed it`}
        way={canCreate ? 'Create it again from it, or copy it.' : 'Copy what you still need.'}
        text={() => asText(form)}
        discard={() => askDiscard(form)}
      >
        {canCreate && (
          <Button loading={form.isSaving} onClick={() => void form.submit()}>
            Create it again
          </Button>
        )}
      </UnsavedNotice>
      <RecordFields form={form} fields={fields} special={special} />
      <FormKeeper form={form} base={base} isCreating />
    </>
  );
}

interface UnsavedNoticeProps {
  /** For example "this quiz while you changed its questions". */
  changed: string;
  way: string;
  text: () => string;
  shown?: ReactNode;
  discard: () => Promise<boolean>;
  /** Additional actions. */
  children?: ReactNode;
}

function UnsavedNotice({ changed, way, text, shown, discard, children }: UnsavedNoticeProps) {
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

interface UnsavedTabProps {
  what: string;
  id: string;
  /** Label of the tab. */
  label: string;
  typed: TypedOnTab;
}

/** Unsaved input of a tab with its own draft, after the record was deleted. */
export function UnsavedTabText({ what, id, label, typed: { draftName, say } }: UnsavedTabProps) {
  const [draft, setDraft] = useState(() => readDraft<{ values: unknown }>(draftName(id)));
  if (!draft) return null;
  const text = callUntyped(say, draft.values);
  const discard = () => {
    dropDraft(draftName(id));
    setDraft(undefined);
  };
  return (
    <UnsavedNotice
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

/** Formats the values as text, one `Name: Promo` per line. */
const asText = <Values extends object>({ fields, field }: EditForm<Values>): string =>
  Object.entries(fields.getValues())
    .map(([name, value]) => [field(name), value] as const)
    .filter(([{ isHidden }]) => !isHidden)
    .map(([shown, value]) => `${shown.label}: ${formatValue(value, shown)}`)
    .join('\n');
