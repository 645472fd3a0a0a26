/** Finds certificates of the demo for screens. */
import { type Screen, type Stage, list } from './screen-states.ts';

/** Finds a demo course with certificates of this status. */
async function certified({ api }: Stage, status: 'issued' | 'revoked') {
  const admin = await api();
  const { courses } = await admin.send('GET', '/admin/certificate/?pageSize=100');
  const course = courses.find((one: Record<string, number>) => one[status]! > 0);
  const { certificates } = await admin.send('GET', `/admin/certificate/course/${course.id}?status=${status}`);
  return { courseId: String(course.id), code: String(certificates[0].certificateId) };
}

/** Shows the page of a course's certificates, or a page below it. */
export const certificatesOf =
  (below: string): Screen['show'] =>
  async (stage) => {
    const { courseId } = await certified(stage, 'issued');
    await list(`/certificate/course/${courseId}${below}`)(stage);
  };

export const publicCertificate =
  (status: 'issued' | 'revoked'): Screen['show'] =>
  async (stage) => {
    const { code } = await certified(stage, status);
    await stage.open(`/certificate/${code}`);
    await stage.page.getByText(status === 'issued' ? 'Sertifikat sah' : 'Sertifikat dicabut').waitFor();
  };
