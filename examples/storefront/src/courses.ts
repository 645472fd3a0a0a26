/** Pages of what a member learns: courses with their locks, lessons, the final project and the certificate. */
import { randomUUID } from 'node:crypto';
import type { paths } from './api.d.ts';
import { readCatalogue } from './catalogue.ts';
import { type Html, button, html, page } from './html.ts';
import { dataOf, lectern } from './lectern.ts';
import { type Visit, redirect, textOf } from './visit.ts';
import { certificatesOf } from './webhooks.ts';

/** `GET /courses`: what the member has, and why something is closed. */
export async function showCourses({ member }: Visit) {
  if (!member) return redirect('/');
  const path = { externalId: member };
  const [products, { items }] = await Promise.all([
    readCatalogue(),
    dataOf(lectern.GET('/api/integration/members/{externalId}/access', { params: { path } })),
  ]);
  const lines = items.map(({ productType, productId, open, reason }) => {
    const name = products.get(productId)?.name ?? productType;
    return html`<li>
      ${open && productType === 'courses' ? html`<a href="/course?id=${productId}">${name}</a>` : name}
      <small>${reason}</small>
    </li>`;
  });
  return page('My courses', html`<ul>${lines}</ul>`);
}

type Course =
  paths['/api/integration/members/{externalId}/courses/{courseId}/access']['get']['responses'][200]['content']['application/json'];
type Item = Course['items'][number];

function actionOf({ kind, id, open, isDone, reason }: Item, courseId: string): Html {
  if (isDone) return html`<small>Done</small>`;
  if (!open) return html`<small>${reason}</small>`;
  if (kind === 'lesson') return button('Finish', '/lessons', { id, courseId });
  return html`<a href="/quiz?id=${id}&courseId=${courseId}">Answer</a>`;
}

const handInForm = (courseId: string) =>
  html`<h2>Final project</h2>
    <form method="post" action="/submissions" enctype="multipart/form-data">
      <input type="hidden" name="courseId" value="${courseId}" />
      <input type="hidden" name="externalId" value="work-${randomUUID()}" />
      <label>Link <input name="submissionUrl" type="url" /></label>
      <label>File <input name="file" type="file" /></label>
      <label>Note <textarea name="note"></textarea></label>
      <button>Hand in</button>
    </form>`;

/** `GET /course`: lessons and quizzes with their locks, and the certificate once its webhook has come. */
export async function showCourse({ member, values }: Visit) {
  if (!member) return redirect('/');
  const courseId = textOf(values, 'id');
  const path = { externalId: member, courseId };
  const [products, course, certificates] = await Promise.all([
    readCatalogue(),
    dataOf(lectern.GET('/api/integration/members/{externalId}/courses/{courseId}/access', { params: { path } })),
    certificatesOf(member),
  ]);
  const certificate = certificates.find((each) => each.courseId === courseId);
  const lines = course.items.map((item) => html`<li>${item.name} ${actionOf(item, courseId)}</li>`);
  return page(
    products.get(courseId)?.name ?? 'Course',
    html`${course.reason ? html`<p role="alert">${course.reason}</p>` : ''}
      <ul>${lines}</ul>
      ${certificate ? certificateCard(certificate) : handInForm(courseId)}`,
  );
}

type Certificate = Awaited<ReturnType<typeof certificatesOf>>[number];

const certificateCard = ({ name, courseName, score, grade, code, checkUrl, fileUrl }: Certificate) =>
  html`<article>
    <h2>Certificate</h2>
    <p>${name} has completed ${courseName}${score === null ? '' : `, with ${score} points (${grade})`}.</p>
    <p class="row"><a href="${checkUrl}">${code}</a> ${fileUrl ? html`<a href="${fileUrl}">PDF</a>` : ''}</p>
  </article>`;

/** `POST /lessons` */
export async function finishLesson({ member, values }: Visit) {
  if (!member) return redirect('/');
  const items = [{ member, lessonId: textOf(values, 'id'), completedAt: new Date().toISOString() }];
  await dataOf(lectern.PUT('/api/integration/progress', { body: { items } }));
  return redirect(`/course?id=${textOf(values, 'courseId')}`);
}

/** `POST /submissions`: a form, with the file if there is one. */
export async function handIn({ member, values }: Visit) {
  if (!member) return redirect('/');
  const file = values.get('file');
  const body = {
    externalId: textOf(values, 'externalId'),
    member,
    productType: 'courses' as const,
    productId: textOf(values, 'courseId'),
    submissionUrl: textOf(values, 'submissionUrl'),
    note: textOf(values, 'note'),
  };
  const bodySerializer = (fields: object) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    if (file instanceof File && file.size > 0) form.append('file', file);
    return form;
  };
  await dataOf(lectern.POST('/api/integration/submissions', { body, bodySerializer }));
  return page('Thank you', html`<p>Your work waits for its review. <a href="/course?id=${body.productId}">Back</a></p>`);
}
