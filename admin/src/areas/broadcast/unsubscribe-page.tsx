/** Public page of the link in a mail: ends broadcasts by mail to the person, after a press. In Indonesian. */
import { Button, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { getUnsubscription, unsubscribe } from '#contract/broadcast/endpoints.ts';
import { brand } from '#kit/api/tenant.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { PublicNotice, PublicPage } from '#kit/display/public-page.tsx';

const body = { 'List-Unsubscribe': 'One-Click' } as const;

function Unsubscription({ token }: { token: string }) {
  const params = { token };
  const { data, error, refetch } = useCall(getUnsubscription, { params });
  const { run, loading, error: failure } = useAction(unsubscribe);
  if (data?.isOptedOut)
    return (
      <PublicNotice title="Anda berhenti berlangganan">
        <Text c="dimmed">
          {brand} tidak mengirim kabar dan promosi lagi ke e-mail ini. Pesan tentang pesanan dan kelas Anda tetap
          dikirim.
        </Text>
      </PublicNotice>
    );
  if (data)
    return (
      <PublicNotice title="Berhenti berlangganan?">
        <Text c="dimmed" mb="md">
          {brand} tidak akan mengirim kabar dan promosi lagi ke e-mail ini. Pesan tentang pesanan dan kelas Anda tetap
          dikirim.
        </Text>
        {failure && (
          <Text c="red" size="sm" mb="xs" role="alert">
            Belum berhasil. Coba lagi sebentar lagi.
          </Text>
        )}
        <Button loading={loading} onClick={() => void run({ params, body })}>
          Berhenti berlangganan
        </Button>
      </PublicNotice>
    );
  if (!error) return <Text aria-busy="true">Memeriksa tautan</Text>;
  if (error.status === 404 || error.status === 400)
    return (
      <PublicNotice title="Tautan tidak berlaku">
        <Text c="dimmed">Buka tautan di e-mail terbaru dari {brand}.</Text>
      </PublicNotice>
    );
  return (
    <PublicNotice title="Tautan belum dapat diperiksa">
      <Button variant="default" mt="md" onClick={() => void refetch()}>
        Coba lagi
      </Button>
    </PublicNotice>
  );
}

export function UnsubscribePage() {
  const { token = '' } = useParams({ strict: false });
  return (
    <PublicPage title="Berhenti berlangganan">
      <Unsubscription token={token} />
    </PublicPage>
  );
}
