/** List columns of a course's certificates, with their actions. */
import { Anchor, Button, Group } from '@mantine/core';
import {
  type CertificateStatus,
  certificateStatusNames,
  type listCertificates,
  reissueCertificate,
  revokeCertificate,
} from '#contract/certificate/endpoints.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { useAction } from '#kit/api/use-action.ts';
import { role } from '#kit/api/session.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { Moment } from '#kit/display/moment.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import type { Column } from '#kit/list/column.tsx';
import type { RowOf } from '#kit/list/source.ts';

export type Certificate = RowOf<typeof listCertificates, 'certificates'>;

export const certificateColours: Record<CertificateStatus, BadgeColour> = {
  pending: 'yellow',
  issued: 'green',
  revoked: 'red',
};

function Reissue({ id, name }: Certificate) {
  const reissue = useAction(reissueCertificate);
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={reissue.loading}
      aria-label={`Reissue the certificate of ${name}`}
      onClick={() => void reissue.run({ params: { id } })}
    >
      Reissue
    </Button>
  );
}

function Revoke({ id, name, certificateId }: Certificate) {
  const revoke = useAction(revokeCertificate);
  const ask = async () => {
    const isSure = await confirm({
      title: `Revoke the certificate of ${name}?`,
      text: `Revoke: looking up ${certificateId} shows that it was revoked, and its PDF is removed. Reissuing makes it valid again, with a new PDF.`,
      action: 'Revoke 1 certificate',
      isDestructive: true,
    });
    if (isSure) await revoke.run({ params: { id } });
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={revoke.loading}
      aria-label={`Revoke the certificate of ${name}`}
      onClick={() => void ask()}
    >
      Revoke
    </Button>
  );
}

function Actions(certificate: Certificate) {
  const { status, fileUrl, name } = certificate;
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      {fileUrl && (
        <Anchor size="sm" href={fileUrl} target="_blank" rel="noreferrer" aria-label={`PDF of ${name}`}>
          PDF
        </Anchor>
      )}
      {mayCall(reissueCertificate, role() ?? '') && <Reissue {...certificate} />}
      {status !== 'revoked' && mayCall(revokeCertificate, role() ?? '') && <Revoke {...certificate} />}
    </Group>
  );
}

const renamed = ({ name, user }: Certificate) => (user.name === name ? undefined : `Now called ${user.name}`);

export const certificateColumns: readonly Column<Certificate>[] = [
  {
    label: 'Member',
    sort: 'name',
    cell: (certificate) => (
      <RecordLink kind="user" id={certificate.user.id} name={certificate.user.name}>
        <NameCell name={certificate.name} sub={renamed(certificate)} />
      </RecordLink>
    ),
  },
  {
    label: 'Code',
    cell: ({ certificateId }) => (
      <Anchor size="sm" href={`/certificate/${certificateId}`} target="_blank" rel="noreferrer">
        {certificateId}
      </Anchor>
    ),
    copies: ['code', ({ certificateId }) => certificateId],
    width: 150,
    hiddenBelow: 840,
  },
  {
    label: 'Grade',
    cell: ({ grade, score }) => (grade === null ? '–' : `${grade} (${formatNumber(score ?? 0)})`),
    width: 96,
    hiddenBelow: 1080,
  },
  { label: 'Issued', sort: 'issuedAt', cell: ({ issuedAt }) => <Moment at={issuedAt} />, align: 'right', width: 130 },
  {
    label: 'Status',
    cell: ({ status }) => <Badge colour={certificateColours[status]}>{certificateStatusNames[status]}</Badge>,
    width: 108,
    card: 'badge',
  },
  {
    label: 'Action',
    cell: (certificate) => <Actions {...certificate} />,
    align: 'right',
    width: 230,
    isLabelHidden: true,
  },
];

export const certificateFilters = [
  {
    name: 'status',
    label: 'Status',
    options: choicesOf(certificateStatusNames),
  },
];

export const certificateKey = ({ id }: Certificate): string => id;

export const noCertificates = {
  title: 'No certificates yet',
  text: 'They are issued here for all members who meet the rules of the course.',
};
