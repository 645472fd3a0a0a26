/** Tests the conversion of captions to WebVTT, and what is counted as lost. */
import { describe, expect, it } from 'vitest';
import { readCaptions, webVttOf } from './captions.ts';

const srt = (...texts: string[]) =>
  texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}\n`).join('\n');
/** Texts of the cues. */
const textsOf = (file: string) =>
  (webVttOf(file) ?? '')
    .split('\n\n')
    .slice(1)
    .map((cue) => cue.split('\n').slice(1).join('\n').trim());

describe('SubRip', () => {
  it('escapes text that looks like marks, except italics, bold and underline', () => {
    expect(
      textsOf(srt('Pakai List<String> dan tag <div>', '<I>miring</I> & <b>tebal</b> &amp;', 'a < b && c --> d')),
    ).toEqual([
      'Pakai List&lt;String&gt; dan tag &lt;div&gt;',
      '<i>miring</i> &amp; <b>tebal</b> &amp;amp;',
      'a &lt; b &amp;&amp; c → d',
    ]);
  });

  it('keeps cues apart without blank lines, and numbers that are text', () => {
    const file =
      '1\n00:00:00,000 --> 00:00:01,000\nSatu\n2\n00:00:01,000 --> 00:00:02,000\nDua\nbaris\n00:00:02,000 --> 00:00:03,000\n42\n00:00:03,000 --> 00:00:04,000\nakhir\n';
    expect(textsOf(file)).toEqual(['Satu', 'Dua\nbaris', '42', 'akhir']);
  });

  it('keeps text below a blank line in its cue', () => {
    expect(textsOf(srt('satu\n\ndua', 'tiga'))).toEqual(['satu\ndua', 'tiga']);
  });

  it.each([
    ['00:00:01.5 --> 00:00:02.75', '00:00:01.500 --> 00:00:02.750'],
    ['0:0:1,000-->0:0:2,000', '00:00:01.000 --> 00:00:02.000'],
    ['00:01 --> 00:02', '00:00:01.000 --> 00:00:02.000'],
    ['00:00:01:500 -> 00:00:02;000', '00:00:01.500 --> 00:00:02.000'],
    ['00: 00: 01, 000 --> 00: 00: 02, 000', '00:00:01.000 --> 00:00:02.000'],
    ['00:00:01,123456 –> 00:00:02,000', '00:00:01.123 --> 00:00:02.000'],
  ])('reads the times %s', (written, stored) => {
    expect(webVttOf(`1\n${written}\nHalo\n`)).toBe(`WEBVTT\n\n${stored}\nHalo\n`);
  });

  it('counts cues that it drops, with their lines', () => {
    const file = `${srt('satu', 'dua')}
3
00:00:75,000 --> 00:00:80,000
detik salah

4
00:00:09,000 --> 00:00:08,000
terbalik

5
00:00:10,000 --> 00:00:11,000

6
??:?? --> ??:??
rusak
`;
    expect(readCaptions(file)).toMatchObject({ read: 2, dropped: [10, 14, 18, 21], isPlainer: false });
    expect(textsOf(file)).toEqual(['satu', 'dua']);
  });

  it('says that it removed styles and positions', () => {
    const styled = srt('{\\an8}<font color="red">Merah</font>');
    expect(textsOf(styled)).toEqual(['Merah']);
    expect(readCaptions(styled).isPlainer).toBe(true);
    expect(readCaptions('1\n00:00:00,000 --> 00:00:01,000 X1:10 X2:20\nHalo').isPlainer).toBe(true);
    expect(readCaptions(srt('<i>Halo</i>')).isPlainer).toBe(false);
  });
});

describe('WebVTT', () => {
  it('keeps its marks and settings, and escapes what browsers do not know', () => {
    const file =
      'WEBVTT - judul\n\nNOTE\ncatatan\n\nnama\n00:01.000 --> 00:02.000 align:start line:10%\n<v Budi>Halo</v> List<String> &lt; & \n';
    expect(webVttOf(file)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:10% align:start\n<v Budi>Halo</v> List&lt;String&gt; &lt; &amp;\n'.replace('line:10% align:start', 'align:start line:10%'), // prettier-ignore
    );
    expect(readCaptions(file)).toMatchObject({ read: 1, dropped: [], isPlainer: false });
    expect(webVttOf(webVttOf(file)!)).toBe(webVttOf(file));
  });

  it('reads a cue right below the header or a comment', () => {
    const file = 'WEBVTT\nKind: captions\n00:01.000 --> 00:02.000\nSatu\n\nNOTE ulang\n00:02.000 --> 00:03.000\nDua\n';
    expect(readCaptions(file)).toMatchObject({ read: 2, dropped: [] });
    expect(textsOf(file)).toEqual(['Satu', 'Dua']);
  });

  it('says that it removed styles of SubRip, and keeps references of HTML', () => {
    const file =
      'WEBVTT\nKind: captions\n\n1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="red">A</font> &quot;B&quot; &eacute; <v.loud Budi>C</v>\n';
    expect(textsOf(file)).toEqual(['A &quot;B&quot; &eacute; <v.loud Budi>C</v>']);
    expect(readCaptions(file).isPlainer).toBe(true);
  });

  it('says that it removed styles and regions', () => {
    const file =
      'WEBVTT\n\nSTYLE\n::cue { color: red }\n\n1\n00:01.000 --> 00:02.000\nHalo\n\n2\n00:02.000 --> 00:03.000\nDua\n';
    expect(textsOf(file)).toEqual(['Halo', 'Dua']);
    expect(readCaptions(file).isPlainer).toBe(true);
  });
});

it('reads the captions of YouTube', () => {
  const file = '0:00:01.000,0:00:02.000\nNilai 1,5\nbaris dua\n\n0:00:03.500,0:00:04.000\nDua <b>\n';
  expect(readCaptions(file)).toMatchObject({ read: 2, dropped: [] });
  expect(webVttOf(file)).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nNilai 1,5\nbaris dua\n\n00:00:03.500 --> 00:00:04.000\nDua <b>\n'); // prettier-ignore
});

it('reads lines that end with carriage returns, hours above 99, and cues that overlap, by time', () => {
  const file = '1\r100:00:03,000 --> 100:00:09,000\rA\r\r2\r100:00:01,000 --> 100:00:04,000\rB\r\r3\r-00:00:01,000 --> 00:00:02,000\rC\r'; // prettier-ignore
  expect(textsOf(file)).toEqual(['B', 'A']);
  expect(readCaptions(file).dropped).toEqual([10]);
});

const ofOthers = [
  '[Events]\nFormat: Layer, Start, End, Text\nDialogue: 0,0:00:01.00,0:00:02.50,{\\an8}Halo',
  '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="00:00:01.000" end="00:00:02.000">Satu</p></div></body></tt>',
  '{25}{50}Satu|dua',
  '[00:01.00]Satu',
];

it.each([
  ...ofOthers,
  '',
  'Halo',
  '-->\n-->',
  '<'.repeat(100_000),
  '1:'.repeat(50_000),
  '-->'.repeat(50_000),
  '0 '.repeat(50_000),
])('finds no cue in a file of something else', (file) => {
  expect(readCaptions(file).webVtt).toBeUndefined();
});
