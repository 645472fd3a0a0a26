/** Layout of mails: paragraphs as text, and as HTML that all mail clients display. */

interface Facts {
  /** Recipient's name. */
  name: string;
  /** Brand name of the tenant. */
  brand: string;
  /** Time of the event that the mail is about; ISO 8601. */
  at: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export type Template = (facts: Facts) => RenderedMail;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** Text such as `21 November 2026 pukul 20.44 WIB`. */
export const formatWib = (at: string) =>
  `${new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Jakarta' }).format(new Date(at))} WIB`;

const withLink = (text: string) =>
  /^https?:\/\/\S+$/.test(text) ? `<a href="${escape(text)}">${escape(text)}</a>` : escape(text);

/** Creates a mail from plain text paragraphs, signed with the brand's name; a paragraph that is an address is a link. */
export function renderMail(brand: string, subject: string, paragraphs: readonly string[]): RenderedMail {
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${withLink(text)}</p>`).join('\n');
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
