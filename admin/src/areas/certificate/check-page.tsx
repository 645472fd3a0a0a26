/**
 * Public page that shows, without sign-in, whether the certificate with the code in the address is valid. In
 * Indonesian, like the PDF.
 */
import { Button, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { checkCertificate } from '#contract/certificate/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { brand } from '#kit/api/tenant.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge } from '#kit/display/badge.tsx';
import { PublicNotice, PublicPage } from '#kit/display/public-page.tsx';
import classes from './check-page.module.css';

type Certificate = Reply<typeof checkCertificate>;

const longDay = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeZone: 'Asia/Jakarta' });
const dayOf = (instant: string) => longDay.format(new Date(instant));

const factsOf = ({ courseName, grade, totalHours, issuedAt, certificateId }: Certificate) =>
  [
    ['Kursus', courseName],
    ...(grade === null ? [] : [['Nilai', grade] as const]),
    ...(totalHours === 0 ? [] : [['Durasi', `${totalHours} jam pembelajaran`] as const]),
    ['Tanggal terbit', dayOf(issuedAt)],
    ['Nomor', certificateId],
  ] as const;

function CertificateFacts(certificate: Certificate) {
  const { name, revokedAt } = certificate;
  return (
    <>
      {revokedAt === null ? (
        <Badge colour="green">Sertifikat sah</Badge>
      ) : (
        <Badge colour="red">Sertifikat dicabut</Badge>
      )}
      <Title order={1} size="h2" mt="sm">
        {name}
      </Title>
      <Text c="dimmed">
        {revokedAt === null
          ? `${brand} menerbitkan sertifikat ini.`
          : `${brand} mencabut sertifikat ini pada ${dayOf(revokedAt)}. Sertifikat ini tidak berlaku lagi.`}
      </Text>
      <dl className={classes['facts']}>
        {factsOf(certificate).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Checked({ code }: { code: string }) {
  const { data, error, refetch } = useCall(checkCertificate, { params: { code } });
  if (data) return <CertificateFacts {...data} />;
  if (!error) return <Text aria-busy="true">Memeriksa sertifikat {code}</Text>;
  if (error.status === 404 || error.status === 400)
    return (
      <PublicNotice title="Sertifikat tidak ditemukan">
        <Text c="dimmed">
          {brand} tidak menerbitkan sertifikat bernomor {code}. Periksa kembali nomor yang tertera pada sertifikat.
        </Text>
      </PublicNotice>
    );
  return (
    <PublicNotice title="Sertifikat belum dapat diperiksa">
      <Text c="dimmed" mb="md">
        {error.status === 429 ? 'Terlalu banyak pemeriksaan. Tunggu satu menit.' : 'Coba lagi sebentar lagi.'}
      </Text>
      <Button variant="default" onClick={() => void refetch()}>
        Coba lagi
      </Button>
    </PublicNotice>
  );
}

export function CheckPage() {
  const { code = '' } = useParams({ strict: false });
  return (
    <PublicPage title={`Sertifikat ${code}`}>
      <Checked code={code} />
    </PublicPage>
  );
}
