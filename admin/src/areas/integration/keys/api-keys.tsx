/** Tab with the API keys of the brand: their state, scopes and last use; create, rotate and revoke. */
import { Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type KeyState, listApiKeys, revokeApiKey, stateOfKey } from '#contract/integration/keys.ts';
import { apiScopes } from '#contract/kernel/scopes.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { Moment } from '#kit/display/moment.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { confirm } from '#kit/feedback/confirm.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { formatDay, formatMoment, listed } from '#kit/format/formats.ts';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { type ApiKey, usesOf } from './api-key.ts';
import { CreateKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';

const colours: Record<KeyState, BadgeColour> = {
  active: 'green',
  'expires soon': 'yellow',
  expired: 'grey',
  revoked: 'red',
};
const words: Record<KeyState, string> = {
  active: 'Active',
  'expires soon': 'Expires soon',
  expired: 'Expired',
  revoked: 'Revoked',
};
const hasEnded = (state: KeyState) => state === 'expired' || state === 'revoked';

/** Latest event in the life of a key. */
function lifeOf({ revokedAt, expiresAt, previousUntil, createdAt, createdBy }: ApiKey): string {
  if (revokedAt) return `Revoked ${formatMoment(revokedAt)}`;
  if (previousUntil) return `Rotated: the former key works until ${formatMoment(previousUntil)}`;
  if (expiresAt) return `Valid until ${formatMoment(expiresAt)}`;
  return `Created ${formatMoment(createdAt)}${createdBy ? ` by ${createdBy}` : ''}`;
}

const columnsOf = (now: Date, actions: (key: ApiKey) => ReactNode): readonly Column<ApiKey>[] => [
  {
    label: 'Name',
    cell: (key) => (
      <NameCell
        name={key.name}
        sub={[
          `lk_…${key.lastFour}`,
          key.previousUntil && !key.revokedAt && `former key until ${formatDay(key.previousUntil)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      />
    ),
  },
  {
    label: 'State',
    card: 'badge',
    width: 130,
    cell: (key) => {
      const state = stateOfKey(key, now);
      return (
        <span title={lifeOf(key)}>
          <Badge colour={colours[state]}>{words[state]}</Badge>
        </span>
      );
    },
  },
  {
    label: 'Scopes',
    wraps: true,
    hiddenBelow: 840,
    card: 'fact',
    cell: ({ scopes }) => listed(scopes.map((scope) => apiScopes[scope].label)),
  },
  {
    label: 'Valid until',
    width: 130,
    hiddenBelow: 960,
    card: 'fact',
    cell: ({ revokedAt, expiresAt }) => <Moment at={revokedAt ?? expiresAt} empty="No end" />,
  },
  {
    label: 'Last use',
    width: 130,
    card: 'fact',
    cell: ({ lastUsedAt, lastUsedFrom }) =>
      lastUsedAt ? (
        <span title={`From ${lastUsedFrom}`}>
          <Moment at={lastUsedAt} />
        </span>
      ) : (
        'Never used'
      ),
  },
  { label: 'Actions', isLabelHidden: true, width: 80, cell: actions },
];

const rowKey = ({ apiKeyId }: ApiKey) => apiKeyId;

function Actions({ apiKey, rotate }: { apiKey: ApiKey; rotate: () => void }) {
  const revocation = useAction(revokeApiKey);
  const { apiKeyId: id, name } = apiKey;
  const revoke = async () => {
    const text = `Within a second, every call of the program with this key is refused. ${usesOf(apiKey)} Revoking cannot be undone: the program then needs a new key.`;
    if (await confirm({ title: `Revoke ${name}?`, text, action: 'Revoke 1 API key', isDestructive: true }))
      await revocation.run({ params: { id } });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" aria-label={`Actions of ${name}`}>
          <IconDots size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={rotate}>Rotate…</Menu.Item>
        <Menu.Item color="red" onClick={() => void revoke()}>
          Revoke…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function ApiKeys() {
  const result = useCall(listApiKeys, {});
  const [now] = useState(() => new Date());
  const [opened, setOpened] = useState<ApiKey | 'new'>();
  const columns = useMemo(
    () =>
      columnsOf(now, (key) =>
        hasEnded(stateOfKey(key, now)) ? null : <Actions apiKey={key} rotate={() => setOpened(key)} />,
      ),
    [now],
  );
  const create = <Button onClick={() => setOpened('new')}>New API key</Button>;
  const close = () => setOpened(undefined);
  return (
    <>
      <Loaded result={result} what="API keys">
        {({ apiKeys }) =>
          apiKeys.length === 0 ? (
            <EmptyState title="No API keys yet" action={create}>
              With an API key another program calls Lectern: the members’ site, a payment page, a data warehouse.
            </EmptyState>
          ) : (
            <Section title="Keys" actions={create}>
              <RowsTable label="API keys" columns={columns} rows={apiKeys} expected={apiKeys.length} rowKey={rowKey} />
            </Section>
          )
        }
      </Loaded>
      {opened === 'new' && <CreateKeyDialog close={close} />}
      {opened && opened !== 'new' && <RotateKeyDialog apiKey={opened} close={close} />}
    </>
  );
}
