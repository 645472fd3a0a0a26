/** How a letter is written: paragraphs once, as text and as HTML that any mail program shows. */

interface Facts {
  /** The reader's. */
  name: string;
  /** The tenant's displayed name. */
  brand: string;
  /** When what the letter tells of happened; ISO 8601. */
  at: string;
}

interface Written {
  subject: string;
  text: string;
  html: string;
}

export type Template = (facts: Facts) => Written;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** `21 November 2026 pukul 20.44 WIB` */
export const wib = (at: string) =>
  `${new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Jakarta' }).format(new Date(at))} WIB`;

/** Plain paragraphs under the brand's name; everything in them is text. */
export function write(brand: string, subject: string, paragraphs: readonly string[]): Written {
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escape(text)}</p>`).join('\n');
  return {
    subject,
    text: `${[...paragraphs, brand].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="id">
<head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#18181b;background:#fff">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${escape(brand)}</p>
${body}
</div>
</body>
</html>
`,
  };
}
