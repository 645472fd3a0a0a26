/** Consent of a person to broadcasts, per channel, with the control that changes it. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { consentStates } from '#contract/broadcast/consent.ts';
import { consentDraft, consentSources, getConsents, setConsent } from '#contract/broadcast/endpoints.ts';
import { contactChannels } from '#contract/course/risk.ts';
import { mayCall, type Reply } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { formatDay, formatShortMinute } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { type Line, Lines } from './lines.tsx';
import type { OpenUser } from './user.ts';

type Consent = Reply<typeof getConsents>['consents'][number];

const colourOf = (state: Consent['state']): BadgeColour =>
  state === 'unknown' ? 'grey' : state === 'refused' ? 'red' : 'green';

interface Props {
  userId: string;
  consent: Consent;
}

function ConsentDialog({ userId, consent: { channel, state }, close }: Props & { close: () => void }) {
  const action = useAction(setConsent);
  const form = useEditForm({
    name: `user/${userId}/consent/${channel}`,
    schema: consentDraft,
    initial: { channel, state: state === 'agreed' ? 'refused' : 'agreed', note: '' },
    save: (body, how) => action.run({ params: { id: userId }, body }, how),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title={`Broadcasts: ${contactChannels[channel]}`} submitLabel="Record" close={close}>
      <Rows form={form} rows={['state', 'note']} />
    </FormDialog>
  );
}

function Change(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Change the consent: ${contactChannels[props.consent.channel]}`}
        onClick={() => setOpen(true)}
      >
        Change…
      </Button>
      {isOpen && <ConsentDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

const lineOf = (userId: string, consent: Consent): Line => {
  const { channel, state, at, source, note } = consent;
  return {
    key: channel,
    name: contactChannels[channel],
    sub: [source && consentSources[source], at && formatDay(at), note].filter(Boolean).join(' · ') || undefined,
    badge: <Badge colour={colourOf(state)}>{consentStates[state]}</Badge>,
    end: <Change userId={userId} consent={consent} />,
  };
};

export function UserConsent({ record: { id, role: theirs } }: OpenUser) {
  const isShown = theirs === 'member' && mayCall(getConsents, role() ?? '');
  const { data } = useCall(getConsents, { params: { id } }, { enabled: isShown });
  if (!data || !isShown) return null;
  return (
    <Section title="Consent to broadcasts">
      <Lines lines={data.consents.map((consent) => lineOf(id, consent))} />
      {data.windowEndsAt && (
        <Text size="sm" mt="xs">
          Wrote on WhatsApp: a text of your own may be sent until {formatShortMinute(data.windowEndsAt)}.
        </Text>
      )}
    </Section>
  );
}
