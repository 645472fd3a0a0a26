/** HTML of the pages: a template that escapes what it is given. */

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (value: unknown) => String(value ?? '').replace(/[&<>"']/g, (sign) => entities[sign]!);

export const html = (parts: TemplateStringsArray, ...values: unknown[]): Html => {
  const texts = values.map((value) =>
    [value]
      .flat()
      .map((each) => (each instanceof Html ? each.text : escaped(each)))
      .join(''),
  );
  return new Html(String.raw({ raw: parts }, ...texts));
};

const style = new Html(`
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 0 auto; padding: 1rem; }
  nav, li, .row { display: flex; gap: 1rem; align-items: center; flex-wrap: wrap; }
  ul { list-style: none; padding: 0; }
  li { justify-content: space-between; border-top: 1px solid #8884; padding: .6rem 0; }
  form { display: grid; grid-template-columns: minmax(0, 30rem); gap: .6rem; margin: 1rem 0; }
  form:has(fieldset) { grid-template-columns: minmax(0, 1fr); }
  label { display: grid; gap: .2rem; }
  label:has([type=radio], [type=checkbox]) { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .5rem; padding: .2rem 0; clear: both; }
  input, textarea, button { font: inherit; padding: .45rem .7rem; border-radius: .4rem; }
  input:not([type=radio], [type=checkbox]), textarea { box-sizing: border-box; width: 100%; }
  button { justify-self: start; border: 0; background: #1a6b50; color: #fff; cursor: pointer; }
  small { opacity: .75; }
  s { opacity: .7; }
  [role=alert] { border-left: 4px solid #d33; padding: .4rem .8rem; }
  fieldset { min-width: 0; }
  legend { float: left; width: 100%; padding: 0 0 .6rem; }
  .lines { white-space: pre-wrap; overflow-wrap: anywhere; }
  img { display: block; max-width: 100%; max-height: 15rem; }
  .text { min-width: 0; overflow-x: auto; overflow-wrap: anywhere; }
  .text ul { list-style: disc; }
  .text :is(ul, ol) { padding-left: 1.5rem; }
  .text li { display: list-item; border: 0; padding: 0; }
  .text table { border-collapse: collapse; }
  .text :is(th, td) { border: 1px solid #8884; padding: .2rem .5rem; min-width: 4rem; overflow-wrap: break-word; text-align: start; }
  .text :is(li, th, td) > p { margin: 0; }
  .text pre { overflow-x: auto; }
  article { border: 2px solid #2a8; border-radius: .5rem; padding: 1rem; }`);

export const page = (title: string, content: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <style>
        ${style}
      </style>
      <body>
        <nav><a href="/">Shop</a><a href="/courses">My courses</a></nav>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;

/** Formatted text, which Lectern has sanitized. */
export const formatted = (text: string): Html => html`<div class="text">${new Html(text)}</div>`;

/** Text whose lines and indentation stay, such as code. */
export const lines = (text: string): Html => html`<span class="lines">${text}</span>`;

/** Picture of a question or an option, or nothing. */
export const picture = (address: string | null, alt = ''): Html | string =>
  address === null ? '' : html`<img src="${address}" alt="${alt}" />`;

/** Button that sends hidden values. */
export const button = (label: string, action: string, values: Record<string, string> = {}): Html =>
  html`<form method="post" action="${action}">
    ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button>${label}</button>
  </form>`;

const rupiah = new Intl.NumberFormat('id-ID');
export const money = (amount: number): string => `Rp${rupiah.format(amount)}`;
