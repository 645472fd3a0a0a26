/** Texts of courses, paths and lessons in the editor's format: simple HTML. */

/** Site of the demo's videos, except for the real ones. */
export const videoSite = 'https://video.example.com/';

const audiences = {
  beginner: 'Cocok untuk pemula; tidak perlu pengalaman sebelumnya.',
  intermediate: 'Untuk kamu yang sudah menguasai dasar dan ingin mengerjakan proyek nyata.',
  advanced: 'Untuk praktisi yang ingin mendalami teknik dan pertimbangannya.',
} as const;

const ways = {
  0: 'Belajar kapan saja: video singkat, latihan, dan materi yang dapat diunduh.',
  1: 'Belajar bersama dalam kelas langsung dengan mentor, tugas mingguan, dan proyek akhir.',
} as const;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;

export const courseDescription = (
  name: string,
  level: keyof typeof audiences,
  type: keyof typeof ways,
  skills: readonly string[],
): string =>
  `<p><strong>${escaped(name)}</strong>. ${audiences[level]}</p><p>${ways[type]}</p><p>Yang dipelajari:</p>${list(skills)}`;

export const pathDescription = (name: string, courses: readonly string[]): string =>
  `<p><strong>${escaped(name)}</strong> menyusun beberapa kelas menjadi satu jalur, dari dasar sampai siap dipakai.</p>${list(courses)}`;

export const lessonText = (name: string, section: string): string =>
  `<h2>${escaped(name)}</h2><p>Bagian dari <em>${escaped(section)}</em>. Baca ringkasan ini, lalu kerjakan latihannya.</p>${list(
    ['Catat istilah yang baru', 'Ulangi contoh tanpa melihat jawaban', 'Tanyakan yang belum jelas di forum kelas'],
  )}`;
