/** Tests the text of the certificate PDF, that nothing overflows, and that it is reproducible. */
import { describe, expect, it } from 'vitest';
import { isPrintable } from '#contract/certificate/rules.ts';
import { drawCertificate } from './paper.ts';
import { readPdf } from '#shared/paper/testing/read-pdf.ts';

const facts = {
  tenant: 'coding',
  brand: 'Coding Studio',
  code: 'K7M2P9QXRT',
  name: 'Siti Nurhaliza',
  courseName: 'Kelas Laravel',
  grade: 'A-',
  totalHours: 42,
  // Already the next day in Jakarta.
  issuedAt: '2026-11-24T18:00:00Z',
  origin: 'https://kelas.example.com',
} as const;
const address = 'https://kelas.example.com/certificate/K7M2P9QXRT';

const read = async (changed: object = {}) => readPdf(await drawCertificate({ ...facts, ...changed }));

/** Name of 80 letters. */
const long = 'Raden Ayu Siti Wulandari Kusumaningrum Prameswari Hadiningrat Notonegoro Wijayaa';

describe('the PDF', () => {
  it('has brand, name, course, grade, hours, the day in Jakarta, its number, and a code that links to its page', async () => {
    expect(await read()).toEqual({
      pages: 1,
      lines: [
        'Coding Studio',
        'Sertifikat Kelulusan',
        'Diberikan kepada',
        'Siti Nurhaliza',
        'atas kelulusannya dalam kursus',
        'Kelas Laravel',
        'Nilai A- · 42 jam pembelajaran',
        '25 November 2026',
        'Coding Studio',
        'Nomor sertifikat K7M2P9QXRT',
        'Periksa keasliannya di kelas.example.com/certificate/K7M2P9QXRT',
      ],
      qr: address,
      inkAtEdges: 0,
    });
  });

  it('has the path alone and no code without an address', async () => {
    const { lines, qr } = await read({ origin: null });
    expect(qr).toBeUndefined();
    expect(lines.at(-1)).toBe('Periksa keasliannya di situs Coding Studio: /certificate/K7M2P9QXRT');
  });

  it('omits a missing grade and missing hours', async () => {
    const { lines } = await read({ grade: null, totalHours: 0 });
    expect(lines.join('\n')).not.toMatch(/Nilai|jam/);
  });

  it.each([
    ['a long name', { name: long }],
    ['80 of the widest letter without a space', { name: 'W'.repeat(80) }],
    ['80 narrow letters', { name: 'i'.repeat(80) }],
    ['a course of 150 letters', { courseName: `${long} ${'W'.repeat(69)}` }],
    ['a long address', { origin: `https://${'sertifikat-'.repeat(9)}kelas.example.com` }],
  ])('fits %s within its margins', async (_, changed) => {
    const { lines, inkAtEdges, pages } = await read(changed);
    const printed = lines.join('').replaceAll(' ', '');
    for (const text of Object.values(changed))
      expect(printed).toContain(text.replaceAll(' ', '').replace('https://', ''));
    expect({ inkAtEdges, pages }).toEqual({ inkAtEdges: 0, pages: 1 });
  });

  it('has every letter that a name may have', async () => {
    const letters = Array.from({ length: 0x20ff }, (_, code) => String.fromCodePoint(code)).filter(
      (letter) => /\p{L}/u.test(letter) && isPrintable(letter) && letter === letter.normalize('NFC'),
    );
    expect(letters.length).toBeGreaterThan(500);
    for (let at = 0; at < letters.length; at += 80) {
      const name = letters.slice(at, at + 80).join('');
      const { lines } = await read({ name });
      expect(lines.join('')).toContain(name);
    }
  });

  it('is small, and equal bytes whenever it is made', async () => {
    const first = await drawCertificate({ ...facts, name: long });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const second = await drawCertificate({ ...facts, name: long });
    expect(second.equals(first)).toBe(true);
    expect(first.length).toBeLessThanOrEqual(60_000);
  });

  it('omits characters that the font lacks in the name of a course', async () => {
    expect((await read({ courseName: 'Kelas 🎓 C# & .NET 山' })).lines).toContain('Kelas C# & .NET');
  });
});
