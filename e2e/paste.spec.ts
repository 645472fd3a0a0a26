/** Tests what the rich text editor makes of the clipboards of other programs. */
import type { Page } from '@playwright/test';
import { type Api, expect, test, unique } from './fixtures.ts';

interface Clip {
  program: string;
  html?: string;
  text?: string;
  /** Stored text, without attributes that every link has. */
  stored: string;
}

const wordItem = (level: number, marker: string, text: string, font = 'Symbol') =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}.0pt;mso-add-space:auto;text-indent:-18.0pt;
mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=IN style='font-family:${font};mso-fareast-font-family:${font}'><span
style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span
lang=IN>${text}<o:p></o:p></span></p>
`;

const clips: readonly Clip[] = [
  {
    program: 'Word',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!--
 /* Style Definitions */
 p.MsoNormal {margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif;}
 h1 {color:#2F5496; font-weight:normal;}
--></style></head><body lang=IN link="#0563C1" style='tab-interval:36.0pt'>
<!--StartFragment-->
<h1><span lang=IN>Jadwal kelas<o:p></o:p></span></h1>
<p class=MsoNormal><b><span style='color:red'>Kelas</span></b> daring,
dua kali seminggu, <a href="https://contoh.id/jadwal"><span style='color:#0563C1'>lihat
jadwal</span></a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${wordItem(1, '·', 'Laptop')}${wordItem(2, 'o', 'RAM 8 GB', '"Courier New"')}${wordItem(1, '·', 'Internet')}<p class=MsoNormal>Langkah:</p>
${wordItem(1, '3.', 'Daftar', 'Calibri')}${wordItem(2, 'a)', 'Isi nama', 'Calibri')}${wordItem(1, '4.', 'Bayar', 'Calibri')}<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse;border:none'>
 <tr style='mso-yfti-irow:0'>
  <td width=200 valign=top style='width:150.3pt;border:solid windowtext 1.0pt'><p class=MsoNormal><b>Senin<o:p></o:p></b></p></td>
  <td width=200 valign=top><p class=MsoNormal>19.00<o:p></o:p></p></td>
 </tr>
 <tr><td><p class=MsoNormal>Rabu<o:p></o:p></p></td><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td></tr>
</table>
<!--EndFragment--></body></html>`,
    stored:
      '<h2>Jadwal kelas</h2><p><strong>Kelas</strong> daring, dua kali seminggu, <a href="https://contoh.id/jadwal">lihat jadwal</a>.</p>' +
      '<ul><li><p>Laptop</p><ul><li><p>RAM 8 GB</p></li></ul></li><li><p>Internet</p></li></ul><p>Langkah:</p>' +
      '<ol start="3"><li><p>Daftar</p><ol><li><p>Isi nama</p></li></ol></li><li><p>Bayar</p></li></ol>' +
      '<table><tbody><tr><td><p><strong>Senin</strong></p></td><td><p>19.00</p></td></tr><tr><td><p>Rabu</p></td><td><p></p></td></tr></tbody></table>',
  },
  {
    program: 'Word for the web',
    html: `<div class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1 BCX0" style="font-weight: normal;"><span data-contrast="auto" class="TextRun SCXW1 BCX0" style="font-size: 11pt;"><span class="NormalTextRun SCXW1 BCX0">Bawa:</span></span><span class="EOP SCXW1 BCX0">&nbsp;</span></p></div>
<div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1 SCXW1 BCX0" role="list"><li data-aria-posinset="1" data-aria-level="1" role="listitem" class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1 BCX0"><span class="TextRun SCXW1 BCX0">Laptop</span><span class="EOP SCXW1 BCX0">&nbsp;</span></p></li></ul></div>
<div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle2 SCXW1 BCX0" role="list"><li data-aria-posinset="1" data-aria-level="2" role="listitem" class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1 BCX0"><span class="TextRun SCXW1 BCX0">Pengisi daya</span><span class="EOP SCXW1 BCX0">&nbsp;</span></p></li></ul></div>`,
    stored: '<p>Bawa:</p><ul><li><p>Laptop</p><ul><li><p>Pengisi daya</p></li></ul></li></ul>',
  },
  {
    program: 'Excel',
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">
<head><meta name=Generator content="Microsoft Excel 15"><style><!--table {mso-displayed-decimal-separator:"\\,";}
td {padding-top:1px; color:black; font-size:11.0pt; font-weight:400; font-style:normal; text-decoration:none;}
.xl65 {font-weight:700; background:#FFC000;}
--></style></head><body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse;width:144pt'>
<!--StartFragment-->
 <col width=64 span=2 style='width:48pt'>
 <tr height=20 style='height:15.0pt'><td height=20 class=xl65 width=64 style='height:15.0pt;width:48pt'>Paket</td><td class=xl65>Harga</td></tr>
 <tr height=20><td>Dasar</td><td align=right>Rp 150.000</td></tr>
 <tr height=20><td colspan=2><a href="https://contoh.id/harga"><span style='color:#0563C1'>Semua harga</span></a></td></tr>
<!--EndFragment-->
<![if supportMisalignedColumns]><tr height=0 style='display:none'><td width=64></td><td width=64></td></tr><![endif]>
</table></body></html>`,
    stored:
      '<table><tbody><tr><td><p><strong>Paket</strong></p></td><td><p><strong>Harga</strong></p></td></tr>' +
      '<tr><td><p>Dasar</p></td><td><p>Rp 150.000</p></td></tr>' +
      '<tr><td colspan="2"><p><a href="https://contoh.id/harga">Semua harga</a></p></td></tr></tbody></table>',
  },
  {
    program: 'one column of Excel',
    html: `<table border=0 cellpadding=0 cellspacing=0><!--StartFragment--><col width=64><tr height=20><td>Ayu</td></tr><tr><td>Budi</td></tr><!--EndFragment--></table>`,
    stored: '<p>Ayu</p><p>Budi</p>',
  },
  {
    program: 'Google Docs',
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;"><span style="font-size:20pt;font-family:Arial;color:#000000;font-weight:400;text-decoration:none;">Materi</span></h1><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;color:#cc0000;font-weight:700;">Penting</span><span style="font-size:11pt;font-weight:400;">: baca </span><a href="https://contoh.id/a" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;font-weight:400;">panduan</span></a></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Satu</span></p></li><ul><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span>Dalam</span></p></li></ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr"><span>Dua</span></p></li></ul><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="300" /><col width="300" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;"><p dir="ltr"><span>Senin</span></p></td><td><p dir="ltr"><span>19.00</span></p></td></tr></tbody></table></div><br /></b>`,
    stored:
      '<h2>Materi</h2><p><strong>Penting</strong>: baca <a href="https://contoh.id/a">panduan</a></p>' +
      '<ul><li><p>Satu</p><ul><li><p>Dalam</p></li></ul></li><li><p>Dua</p></li></ul>' +
      '<table><tbody><tr><td><p>Senin</p></td><td><p>19.00</p></td></tr></tbody></table>',
  },
  {
    program: 'Google Sheets',
    html: `<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="font-weight:bold;" data-sheets-value="{&quot;1&quot;:2}">Nama</td><td>Nilai</td></tr><tr><td>Ayu<br/>Lestari</td><td style="text-align:right;">90</td></tr></tbody></table>`,
    stored:
      '<table><tbody><tr><td><p><strong>Nama</strong></p></td><td><p>Nilai</p></td></tr><tr><td><p>Ayu<br>Lestari</p></td><td><p>90</p></td></tr></tbody></table>',
  },
  {
    program: 'LibreOffice',
    html: `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/><style type="text/css">p { line-height: 115%; margin-bottom: 0.1in }</style></head><body lang="id-ID" dir="ltr"><h3 class="western">Syarat</h3>
<p style="line-height: 100%"><font color="#c9211e"><font face="Liberation Sans, sans-serif">Peserta
membawa</font></font> <i>laptop</i>.</p>
<ol><li><p style="line-height: 100%">Daftar</p></li><li><p style="line-height: 100%">Bayar</p></li></ol>
<table width="100%" cellpadding="4" cellspacing="0"><col width="128*"/><col width="128*"/><thead><tr valign="top"><th width="50%"><p align="center">Hari</p></th><th><p>Jam</p></th></tr></thead><tbody><tr valign="top"><td><p>Senin</p></td><td><p>19.00</p></td></tr></tbody></table>
<p><br/></p></body></html>`,
    stored:
      '<h3>Syarat</h3><p>Peserta membawa <em>laptop</em>.</p><ol><li><p>Daftar</p></li><li><p>Bayar</p></li></ol>' +
      '<table><tbody><tr><th><p>Hari</p></th><th><p>Jam</p></th></tr><tr><td><p>Senin</p></td><td><p>19.00</p></td></tr></tbody></table>',
  },
  {
    program: 'WhatsApp Web',
    html: `<meta charset='utf-8'><span dir="ltr" class="_ao3e selectable-text copyable-text" style="color: rgb(17, 27, 33); font-size: 14.2px; white-space: pre-wrap;"><span><strong class="selectable-text copyable-text">Jadwal</strong>
Senin <em>19.00</em> <img alt="🙏" draggable="false" class="b62 emoji wa _ao3e" data-plain-text="🙏" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
Rabu</span></span>`,
    stored: '<p><strong>Jadwal</strong><br>Senin <em>19.00</em> 🙏<br>Rabu</p>',
  },
  {
    program: 'plain text of WhatsApp',
    text: '*Jadwal kelas*\n_Senin_ 19.00, 5*3*2\n~Rabu~ libur\n* Kamis\nhttps://contoh.id/a_b_c',
    stored:
      '<p><strong>Jadwal kelas</strong></p><p><em>Senin</em> 19.00, 5*3*2</p><p><s>Rabu</s> libur</p><p>* Kamis</p>' +
      '<p><a href="https://contoh.id/a_b_c">https://contoh.id/a_b_c</a></p>',
  },
  {
    program: 'an e-mail arranged with tables',
    html: `<table role="presentation"><tr><td><table><tr><td><p>Halo</p></td><td><p>Ayu</p></td></tr></table></td></tr><tr><td><p>Sampai jumpa</p></td></tr></table>`,
    stored: '<table><tbody><tr><td><p>Halo</p></td><td><p>Ayu</p></td></tr></tbody></table><p>Sampai jumpa</p>',
  },
];

const paste = (page: Page, { html = '', text = '' }: Pick<Clip, 'html' | 'text'>) =>
  page.getByRole('textbox', { name: 'Description' }).evaluate(
    (editor, [asHtml, asText]) => {
      const clipboardData = new DataTransfer();
      if (asHtml) clipboardData.setData('text/html', asHtml);
      if (asText) clipboardData.setData('text/plain', asText);
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [html, text] as const,
  );

const storedOf = async (admin: Api, courseId: string): Promise<string> => {
  const { description } = await admin.send('GET', `/admin/course/${courseId}/`);
  return String(description).replaceAll(' target="_blank" rel="noopener noreferrer nofollow"', '');
};

test('what other programs copy is pasted with its lists, tables, links and lines', async ({ page, open, api }) => {
  test.slow();
  const admin = await api();
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Tempel') });
  await open(`/course/flexy/${courseId}`);
  for (const { program, stored, ...clip } of clips)
    await test.step(program, async () => {
      await page.getByRole('textbox', { name: 'Description' }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await paste(page, clip);
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.keyboard.press('Control+s');
      expect((await saved).status()).toBe(200);
      // The editor keeps a line below a table or a list.
      const html = (await storedOf(admin, courseId)).replace(/(?<=<\/(?:table|ul|ol)>)<p><\/p>$/, '');
      expect.soft(html, program).toBe(stored);
    });
});

test('a table is added, extended and deleted in a text', async ({ page, open, api }) => {
  const admin = await api();
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Tabel') });
  await open(`/course/flexy/${courseId}`);
  const tools = page.getByRole('group', { name: 'Format Description' });
  await page.getByRole('textbox', { name: 'Description' }).click();
  await tools.getByRole('button', { name: 'Table', exact: true }).click();
  await page.keyboard.type('Hari');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Jam');
  await tools.getByRole('button', { name: 'Add row' }).click();
  await tools.getByRole('button', { name: 'Delete row' }).click();
  await expect(page.locator('.tiptap tr')).toHaveCount(2);
  await tools.getByRole('button', { name: 'Add column' }).click();
  await expect(page.locator('.tiptap th')).toHaveCount(3);
  await tools.getByRole('button', { name: 'Delete table' }).click();
  await expect(page.locator('.tiptap table')).toHaveCount(0);
  await expect(tools.getByRole('button', { name: 'Table', exact: true })).toBeVisible();
});
