/** Clipboards of other programs, and what the rich text editor stores of them. */

export interface Clip {
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

export const clips: readonly Clip[] = [
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
      '<ol start="3"><li><p>Daftar</p><ol type="a"><li><p>Isi nama</p></li></ol></li><li><p>Bayar</p></li></ol>' +
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
  {
    program: 'Word with letters, numbers that begin again, and words as markers',
    html:
      wordItem(1, 'a.', 'Alfa') +
      wordItem(2, 'i.', 'Satu') +
      wordItem(2, 'ii.', 'Dua') +
      wordItem(1, 'b.', 'Beta') +
      wordItem(1, '1.', 'Umum') +
      wordItem(1, '2.', 'Khusus') +
      wordItem(1, 'Pasal 4', 'Biaya') +
      wordItem(2, '(1)', 'Ayat') +
      `<p class=MsoListBullet2><![if !supportLists]><span><span style='mso-list:Ignore'>·<span>&nbsp; </span></span></span><![endif]>Tanpa gaya</p>`,
    stored:
      '<ol type="a"><li><p>Alfa</p><ol type="i"><li><p>Satu</p></li><li><p>Dua</p></li></ol></li><li><p>Beta</p></li></ol>' +
      '<ol><li><p>Umum</p></li><li><p>Khusus</p></li></ol><p>Pasal 4 Biaya</p><ol><li><p>Ayat</p></li></ol><ul><li><p>Tanpa gaya</p></li></ul>',
  },
  {
    program: 'Word with a title, changes, comments, notes, tabs and page breaks',
    html: `<html xmlns:w="urn:schemas-microsoft-com:office:word"><head><style><!-- span.MsoFootnoteReference {mso-style-noshow:yes; vertical-align:super;} --></style></head><body>
<p class=MsoTitle>Silabus<o:p></o:p></p>
<p class=MsoNormal>Harga <del cite="mailto:Budi" datetime="2026-03-04T10:00">100</del><ins cite="mailto:Budi" datetime="2026-03-04T10:00">150</ins> ribu<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference>[1]</span><![endif]></span></span></a><span class=MsoCommentReference><![if !supportAnnotations]><a class=msocomanchor href="#_msocom_1">[B1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span><br clear=all style='mso-special-character:line-break'></p>
<span><br clear=all style='page-break-before:always'></span>
<p class=MsoNormal>Nama<span style='mso-tab-count:2'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span>: Ayu</p>
<div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1"><span class=MsoFootnoteReference>[1]</span></a> BPS</p></div></div>
<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Rahasia</p></div></div></body></html>`,
    stored: '<h2>Silabus</h2><p>Harga <s>100</s>150 ribu<sup>[1]</sup></p><p>Nama : Ayu</p><p><sup>[1]</sup> BPS</p>',
  },
  {
    program: 'a table of Word within a cell',
    html: `<table class=MsoTableGrid border=1><tr><td colspan=2><p class=MsoNormal>Bab</p></td></tr><tr><td><p class=MsoNormal>1</p></td><td><table class=MsoTableGrid border=1><tr><td><p>Video</p></td><td><p>10</p></td></tr></table><p class=MsoNormal><o:p>&nbsp;</o:p></p></td></tr><![if !supportMisalignedColumns]><tr height=0><td width=9></td><td width=9></td></tr><![endif]></table>`,
    stored:
      '<table><tbody><tr><td colspan="2"><p>Bab</p></td></tr><tr><td><p>1</p></td><td><table><tbody><tr><td><p>Video</p></td><td><p>10</p></td></tr></tbody></table></td></tr></tbody></table>',
  },
  {
    program: 'code in Word and in Google Docs',
    html: `<p class=MsoNormal>Jalankan <span style='font-family:Consolas'>npm start</span>:</p><p class=MsoNormal><span style='font-family:"Courier New"'>for i in
x:<o:p></o:p></span></p><p class=MsoNormal><span style='font-family:"Courier New"'><span style='mso-spacerun:yes'>&nbsp;&nbsp;&nbsp; </span>print(i)<o:p></o:p></span></p><p>Lalu</p><p dir="ltr"><span style="font-family:'Roboto Mono',monospace;white-space:pre-wrap;">if x:</span><span style="font-family:'Roboto Mono',monospace;white-space:pre-wrap;"><br /></span><span style="font-family:'Roboto Mono',monospace;white-space:pre-wrap;">    y()</span></p>`,
    stored:
      '<p>Jalankan <code>npm start</code>:</p><pre><code>for i in x:\n    print(i)</code></pre><p>Lalu</p><pre><code>if x:\n    y()</code></pre>',
  },
  {
    program: 'Word for the web with headings and several items',
    html: `<div class="OutlineElement"><p class="Paragraph" role="heading" aria-level="1" style="font-weight: normal;"><span class="TextRun">Judul</span><span class="EOP">&nbsp;</span></p></div><div class="OutlineElement"><p class="Paragraph"><span style="font-weight: bold;">Tebal</span><span class="LineBreakBlob BlobObject"><span>&nbsp;</span><br></span><span>baru</span><span class="EOP">&nbsp;</span></p></div><div class="ListContainerWrapper"><ol role="list" start="2" style="list-style-type: lower-alpha;"><li data-aria-level="1"><p>Dua</p></li><li data-aria-level="1"><p>Tiga</p></li></ol></div>`,
    stored:
      '<h2>Judul</h2><p><strong>Tebal</strong><br>baru</p><ol start="2" type="a"><li><p>Dua</p></li><li><p>Tiga</p></li></ol>',
  },
  {
    program: 'formats within cells of Excel for the web',
    html: `<div ccp_infra_version='3'><html><head><meta name=Generator content="Microsoft Excel 15"><style>.font6 {color:red; font-weight:700;}
.xl17 {font-style:italic;}</style></head><body><table><!--StartFragment--><col width=64><tr><td class=xl17>Nama</td><td>Biaya <font class="font6">wajib</font></td></tr><tr height=0 style='display:none'><td>a</td><td>b</td></tr><tr><td>Satu<br style='mso-data-placement:same-cell'>
    dua</td><td>25%</td></tr></table></body></html></div>`,
    stored:
      '<table><tbody><tr><td><p><em>Nama</em></p></td><td><p>Biaya <strong>wajib</strong></p></td></tr><tr><td><p>Satu<br>dua</p></td><td><p>25%</p></td></tr></tbody></table>',
  },
  {
    program: 'a link of Google Sheets, and a note of LibreOffice Calc',
    html: `<table><tr><td data-sheets-hyperlink="https://contoh.id/b" data-sheets-formula="=HYPERLINK(A1)">B</td><td><a class="comment-indicator"></a><comment>rahasia</comment>Ayu</td></tr></table>`,
    stored:
      '<table><tbody><tr><td><p><a href="https://contoh.id/b">B</a></p></td><td><p>Ayu</p></td></tr></tbody></table>',
  },
  {
    program: 'lists of Google Docs to check, with letters, and addresses of other sites',
    html: `<b style="font-weight:normal;" id="docs-internal-guid-2"><ul><li dir="ltr" role="checkbox" aria-checked="false" style="list-style-type:none;" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" alt="unchecked" aria-roledescription="checkbox" /><p dir="ltr"><span>Isi</span></p></li><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked" /><p><span style="text-decoration:line-through;">Bayar</span></p></li></ul><ol><ol><li style="list-style-type:upper-roman;" aria-level="2"><p><span>Dalam</span></p></li></ol></ol><p><a href="https://www.google.com/url?q=https://contoh.id/a?b%3D1&amp;sa=D&amp;usg=x">a</a> <a href="https://apc01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcontoh.id%2Fc&amp;data=05">c</a></p></b>`,
    stored:
      '<ul><li><p>☐ Isi</p></li><li><p>☑ <s>Bayar</s></p></li></ul><ol type="I"><li><p>Dalam</p></li></ol>' +
      '<p><a href="https://contoh.id/a?b=1">a</a> <a href="https://contoh.id/c">c</a></p>',
  },
  {
    program: 'mails of Outlook and Gmail, and a chat of Teams',
    html: `<div class="elementToProof">Halo,</div><div class="elementToProof"><br></div><ol start="1"><li><div role="presentation">Satu</div></li></ol><div dir="ltr">Hai<div><br></div><div><b>Tebal</b> <img data-emoji="🎉" class="an1" alt="🎉" src="https://fonts.gstatic.com/s/e/notoemoji/16.0/1f389/32.png"></div><br><br>Salam<br clear="all"></div><p>Oke <img itemtype="http://schema.skype.com/Emoji" src="https://statics.teams.cdn.office.net/20_f.png" title="Senyum" alt="🙂"></p><codeblock><code>if x:<br>&nbsp; y</code></codeblock>`,
    stored:
      '<p>Halo,</p><ol><li><p>Satu</p></li></ol><p>Hai</p><p><strong>Tebal</strong> 🎉</p><p>Salam</p><p>Oke 🙂</p><pre><code>if x:\n  y</code></pre>',
  },
  {
    program: 'Visual Studio Code',
    html: `<meta charset='utf-8'><div style="color: #cccccc;background-color: #1f1f1f;font-family: Consolas, 'Courier New', monospace;font-weight: normal;white-space: pre;"><div><span style="color: #569cd6;">def</span><span> f(x):</span></div><div><span>    </span><span style="color: #c586c0;">return</span><span> x &lt; 2</span></div><br><div><span>f(1)</span></div></div>`,
    stored: '<pre><code>def f(x):\n    return x &lt; 2\n\nf(1)</code></pre>',
  },
  {
    program: 'lines of code of GitHub',
    html: `<table class="highlight"><tbody><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code" style="white-space: pre;"><span>def</span> f():</td></tr><tr><td class="blob-num"></td><td class="blob-code">    return 1</td></tr></tbody></table><ul><li class="task-list-item"><input type="checkbox" disabled checked> Selesai</li></ul>`,
    stored: '<pre><code>def f():\n    return 1</code></pre><ul><li><p>☑ Selesai</p></li></ul>',
  },
  {
    program: 'ChatGPT, Notion and Wikipedia',
    html: `<pre><div><div>python</div><button>Copy code</button><div><code class="language-python"><span>if</span> x:
    y
</code></div></div></pre><aside>
💡 Catatan
</aside><p>Luas <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></mrow><annotation encoding="application/x-tex">\\frac{a+b}{2}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">a+b2</span></span>, <span style="display: none;"><math alttext="x^2"><msup><mi>x</mi><mn>2</mn></msup></math></span><img src="https://wikimedia.org/x.svg" class="mwe-math-fallback-image-inline" alt="x^2">.</p>`,
    stored: '<pre><code>if x:\n    y</code></pre><p>💡 Catatan</p><p>Luas (a+b)/2, x<sup>2</sup>.</p>',
  },
  {
    program: 'pages whose lists stand in items of their own, and whose formats are undone',
    html: `<ul><li>a</li><li style="list-style-type:none"><ul><li>b</li></ul></li><li>c</li></ul><div style="font-weight:700"><p>Tebal <span style="font-weight:400">biasa</span></p></div>`,
    stored: '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul><p><strong>Tebal </strong>biasa</p>',
  },
  {
    program: 'invisible characters and empty lines',
    html: `<p>\u200bHalo\u00ad dunia\ufeff</p><p>\u200b</p><p><br></p><p>👨‍👩‍👧</p>`,
    stored: '<p>Halo dunia</p><p>👨‍👩‍👧</p>',
  },
  {
    program: 'a chat of WhatsApp',
    text: '[10:21, 3/4/2026] Budi: *Info*\r\n[10:22, 3/4/2026] Ayu: _besok_ 😀\r\n\r\n```print(1)```\r\n```a\r\n  b```\r\n> kutip\r\n- *satu*\r\n- dua\r\n1. _pertama_\r\n2. kedua',
    stored:
      '<p>[10:21, 3/4/2026] Budi: <strong>Info</strong></p><p>[10:22, 3/4/2026] Ayu: <em>besok</em> 😀</p><p><code>print(1)</code></p><pre><code>a\n  b</code></pre>' +
      '<blockquote><p>kutip</p></blockquote><ul><li><p><strong>satu</strong></p></li><li><p>dua</p></li></ul><ol><li><p><em>pertama</em></p></li><li><p>kedua</p></li></ol>',
  },
  {
    program: 'Markdown',
    text: '## Judul\n\nIni **tebal** dan *miring*, [tautan](https://contoh.id).\n\n1. Satu\n2. Dua\n   - dalam\n\n- [ ] tugas\n- [x] beres\n\n```python\ndef f(x):\n    return x * 2 * 3\n```\n\n| A | B |\n|---|---|\n| 1 | 2 |\n',
    stored:
      '<h2>Judul</h2><p>Ini <strong>tebal</strong> dan <em>miring</em>, <a href="https://contoh.id">tautan</a>.</p>' +
      '<ol><li><p>Satu</p></li><li><p>Dua</p><ul><li><p>dalam</p></li></ul></li></ol><ul><li><p>☐ tugas</p></li><li><p>☑ beres</p></li></ul>' +
      '<pre><code>def f(x):\n    return x * 2 * 3</code></pre><table><tbody><tr><td><p>A</p></td><td><p>B</p></td></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
  },
  {
    program: 'code as plain text',
    text: '## Hitung\ndef f(x, **sisa):\n    if x:\n        print(x * 2 * 3)\n',
    stored: '<pre><code>## Hitung\ndef f(x, **sisa):\n    if x:\n        print(x * 2 * 3)</code></pre>',
  },
  {
    program: 'signs of code in plain text',
    text: 'Metode __init__(self), f(*a, **b), ~/bin:~/go\nSELECT *, COUNT(*) FROM nama_tabel_x\n>5 tahun, 10*2*3',
    stored:
      '<p>Metode __init__(self), f(*a, **b), ~/bin:~/go</p><p>SELECT *, COUNT(*) FROM nama_tabel_x</p><p>&gt;5 tahun, 10*2*3</p>',
  },
  {
    program: 'cells as plain text',
    text: 'Hari\tJam\tRuang\r\nSenin\t19.00\t\r\n',
    stored:
      '<table><tbody><tr><td><p>Hari</p></td><td><p>Jam</p></td><td><p>Ruang</p></td></tr><tr><td><p>Senin</p></td><td><p>19.00</p></td><td><p></p></td></tr></tbody></table>',
  },
  {
    program: 'a PDF',
    text: 'I. Umum\n  A. Latar\nII. Isi\nPeserta wajib mem-\nbawa laptop\n•  charger\n•  KTP\n\n\fHalaman 2, co\u00adba\u2028baris\n    menjorok\n\tjuga\n\tini',
    stored:
      '<ol type="I"><li><p>Umum</p><ol type="A"><li><p>Latar</p></li></ol></li><li><p>Isi</p></li></ol><p>Peserta wajib mem-</p><p>bawa laptop</p><ul><li><p>charger</p></li><li><p>KTP</p></li></ul><p>Halaman 2, coba</p><p>baris</p><p>&nbsp;&nbsp;&nbsp;&nbsp;menjorok</p><p>&nbsp;&nbsp;&nbsp;&nbsp;juga</p><p>&nbsp;&nbsp;&nbsp;&nbsp;ini</p>',
  },
];
