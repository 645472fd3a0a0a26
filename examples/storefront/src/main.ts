/** Server of the shop: routes, forms and the member's cookie. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { Readable } from 'node:stream';
import { handIn, showCourse, showCourses } from './courses.ts';
import { Html, html, page } from './html.ts';
import { answerQuiz, finishLesson, showLesson, showQuiz } from './learning.ts';
import { Refusal } from './lectern.ts';
import { settings } from './settings.ts';
import { pay, placeOrder, register, showOrder, showQuote, showShop } from './shop.ts';
import type { Answer, Visit } from './visit.ts';
import { receive } from './webhooks.ts';

const pages: Record<string, (visit: Visit) => Promise<Answer>> = {
  'GET /': showShop,
  'POST /members': register,
  'GET /order': showQuote,
  'POST /orders': placeOrder,
  'GET /orders': showOrder,
  'POST /payments': pay,
  'GET /courses': showCourses,
  'GET /course': showCourse,
  'GET /lesson': showLesson,
  'POST /lesson': finishLesson,
  'GET /quiz': showQuiz,
  'POST /quiz': answerQuiz,
  'POST /project': handIn,
};

/** Body as it arrived. */
const bodyOf = (request: IncomingMessage) =>
  new Response(Readable.toWeb(request) as ReadableStream, {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  });

async function visitOf(request: IncomingMessage, url: URL): Promise<Visit> {
  const member = /(?:^|; )member=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
  if (request.method === 'POST') return { member, values: await bodyOf(request).formData() };
  const values = new FormData();
  for (const [name, value] of url.searchParams) values.append(name, value);
  return { member, values };
}

function send(response: ServerResponse, status: number, content: Html): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(content.text);
}

function answer(response: ServerResponse, answer: Answer): void {
  if (answer instanceof Html) return send(response, 200, answer);
  const cookie = answer.member && { 'set-cookie': `member=${answer.member}; Path=/; HttpOnly; SameSite=Strict` };
  response.writeHead(303, { location: answer.to, ...cookie }).end();
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', settings.url);
  if (url.pathname === '/webhooks') {
    const status = await receive(await bodyOf(request).text(), request.headers as Record<string, string>);
    return void response.writeHead(status).end();
  }
  const show = pages[`${request.method} ${url.pathname}`];
  if (!show) return send(response, 404, page('Not found', html`<p>There is no such page.</p>`));
  answer(response, await show(await visitOf(request, url)));
}

createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    const message = error instanceof Refusal ? error.message : 'This did not work. Please try again.';
    if (!(error instanceof Refusal)) console.error(error);
    send(response, error instanceof Refusal ? error.status : 500, page('Sorry', html`<p role="alert">${message}</p>`));
  });
}).listen(settings.port, '127.0.0.1', () => console.log(`The shop is open at http://127.0.0.1:${settings.port}`));
