/** Project submissions of courses and paths with a final project: links and files, several attempts, most reviewed. */
import { demoId } from './demo-id.ts';
import { dice, type Dice } from './dice.ts';
import { before, day, hour } from './moments.ts';
import type { DemoRows, Identified, World } from './records.ts';

type Submission = Identified<'projectSubmission'>;
type Rows = Pick<DemoRows, 'user' | 'finalProject' | 'courseUser' | 'learningPathUser'>;

/** Files in admin/public/demo. */
const files = ['module.pdf', 'class-1.webp', 'class-2.webp', 'project.webm'].map((name) => `/demo/${name}`);
const maxAttempts = 3;
/** Shares of review states: reviewed, waiting, and never requested. */
const states = { checked: 44, 'not-reviewed': 48, unset: 8 } as const;

const topics = ['toko-daring', 'catatan-keuangan', 'jadwal-kelas', 'peta-wisata', 'daftar-resep', 'absensi-kelas'];
const notes = [
  'Halo Kak, ini proyek akhir saya. Mohon masukannya.',
  'Semua fitur wajib sudah jalan, bagian laporan masih sederhana.',
  'Demo ada di halaman depan repositori. Akun uji: tamu / tamu123.',
  'Maaf terlambat, laptop saya sempat rusak.',
  '',
];
const again = [
  'Sudah saya perbaiki sesuai catatan sebelumnya.',
  'Bagian pengujian saya tambahkan, dan README saya lengkapi.',
];
const praise = [
  'Rapi dan lengkap. Struktur kodenya mudah diikuti.',
  'Bagus. Tambahkan pengujian untuk kasus gagal di proyek berikutnya.',
  'Alur sudah benar; perhatikan penamaan dan validasi input.',
];
const criticism = [
  'Fitur utama belum berjalan. Periksa lagi poin 2 dan 3 dari tugas, lalu kumpulkan ulang.',
  'Penjelasan keputusannya belum ada. Tolong lengkapi dan kirim kembali.',
];

/** A repository, a file, or both. */
function handedIn(chance: Dice, n: number) {
  const kind = chance.weighted({ link: 45, file: 40, both: 15 });
  const submissionUrl = `https://git.example.com/peserta-${n}/${chance.pick(topics)}`;
  const fileUrl = chance.pick(files);
  return {
    submissionUrl: kind === 'file' ? null : submissionUrl,
    fileUrl: kind === 'link' ? null : fileUrl,
  };
}

function reviewed(chance: Dice, submittedAt: Date, now: Date, isPassed: boolean, reviewers: readonly string[]) {
  return {
    status: 'checked' as const,
    reviewScore: isPassed ? chance.int(75, 100) : chance.int(40, 74),
    reviewNote: chance.pick(isPassed ? praise : criticism),
    reviewedBy: chance.pick(reviewers),
    reviewedAt: new Date(Math.min(+submittedAt + chance.int(4, 60) * hour, +now)).toISOString(),
  };
}

/** Attempts of one member; an earlier attempt was reviewed with corrections some days before the next. */
function attemptsOf(chance: Dice, now: Date, reviewers: readonly string[], n: number) {
  const count = chance.weighted({ 1: 62, 2: 26, 3: 12 });
  const last = chance.weighted(states);
  let submittedAt = before(now, chance.int(2 * hour, 40 * day));
  return Array.from({ length: Number(count) }, (_, index) => Number(count) - index).map((attempt) => {
    const isLast = attempt === Number(count);
    const state = isLast ? last : 'checked';
    const row = {
      attempt,
      ...handedIn(chance, n),
      note: chance.pick(attempt > 1 ? again : notes),
      submittedAt: submittedAt.toISOString(),
      ...(state === 'checked'
        ? reviewed(chance, submittedAt, now, isLast && chance.chance(0.85), reviewers)
        : { status: state === 'unset' ? null : state }),
    };
    submittedAt = before(submittedAt, chance.int(3 * day, 8 * day));
    return row;
  });
}

export function makeSubmissions({ tenant, now }: World, made: Rows): DemoRows['projectSubmission'] {
  const chance = dice(`${tenant} submissions`);
  const reviewers = made.user.filter(({ role }) => role === 'instructor' || role === 'admin').map(({ id }) => id);
  const inCourse = Map.groupBy(made.courseUser, ({ courseId }) => courseId);
  const inPath = Map.groupBy(made.learningPathUser, ({ pathId }) => pathId);
  const members = made.finalProject.flatMap(({ courseId = null, pathId = null }) =>
    [...(inCourse.get(courseId ?? '') ?? []), ...(inPath.get(pathId ?? '') ?? [])].map(({ userId }) => ({
      userId,
      courseId,
      pathId,
    })),
  );
  return members
    .filter(() => chance.chance(0.75))
    .flatMap((member, n) =>
      attemptsOf(chance, now, reviewers, n).map((attempt): Submission => ({
        id: demoId(tenant, 'submission', n * maxAttempts + attempt.attempt),
        ...member,
        updatedAt: attempt.submittedAt,
        ...attempt,
      })),
    );
}
