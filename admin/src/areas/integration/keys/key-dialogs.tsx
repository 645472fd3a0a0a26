/** Dialogs that create and rotate an API key; both end with the key, shown once. */
import { Checkbox, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { apiKeyDraft, createApiKey, rotateApiKey, rotationDraft } from '#contract/integration/keys.ts';
import { apiScopes, scopeNames } from '#contract/kernel/scopes.ts';
import { useAction } from '#kit/api/use-action.ts';
import { type FieldProps, bind } from '#kit/form/bind.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { blankOf } from '#kit/form/values.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { type ApiKey, usesOf } from './api-key.ts';

function Scopes<Values>(props: FieldProps<Values>) {
  const { value, set, input } = bind(props);
  const { readOnly: _, placeholder: __, ...rest } = input;
  return (
    <Checkbox.Group {...rest} value={value as string[]} onChange={set}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" my="xs">
        {scopeNames.map((scope) => (
          <Checkbox key={scope} value={scope} label={apiScopes[scope].label} description={apiScopes[scope].allows} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
const special = { scopes: Scopes };

const Secret = ({ name, apiKey, close }: { name: string; apiKey: string; close: () => void }) => (
  <SecretDialog title={`Key of ${name}`} what="key" label="API key" secret={apiKey} close={close}>
    Enter it in the program, and keep it nowhere else.
  </SecretDialog>
);

export function CreateKeyDialog({ close }: { close: () => void }) {
  const [made, setMade] = useState<string>();
  const action = useAction(createApiKey);
  const form = useEditForm({
    name: 'new/api-key',
    schema: apiKeyDraft,
    initial: blankOf(apiKeyDraft),
    save: (body, how) => action.run({ body }, how),
    onSaved: ({ key }) => setMade(key),
  });
  if (made) return <Secret name={form.fields.values.name} apiKey={made} close={close} />;
  return (
    <FormDialog form={form} title="New API key" submitLabel="Create API key" close={close} isWide>
      <Rows form={form} rows={['name', 'scopes', 'expiresAt', 'addresses']} special={special} />
    </FormDialog>
  );
}

export function RotateKeyDialog({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const [made, setMade] = useState<string>();
  const action = useAction(rotateApiKey);
  const form = useEditForm({
    name: `rotate/${apiKey.apiKeyId}`,
    schema: rotationDraft,
    initial: blankOf(rotationDraft),
    save: (body, how) => action.run({ params: { id: apiKey.apiKeyId }, body }, how),
    onSaved: ({ key }) => setMade(key),
  });
  if (made) return <Secret name={apiKey.name} apiKey={made} close={close} />;
  return (
    <FormDialog form={form} title={`Rotate ${apiKey.name}`} submitLabel="Make a new key" close={close}>
      <Text size="sm" mb="md">
        The program gets a new key with the same scopes. {usesOf(apiKey)}
        {apiKey.previousUntil && ' The key before the last rotation ends at once.'}
      </Text>
      <Rows form={form} rows={['overlapHours']} />
    </FormDialog>
  );
}
