/** Pages of what a member has: courses with their locks, the final project and the certificate. */
import { randomUUID } from 'node:crypto';
import type { paths } from './api.d.ts';
import { readCatalogue } from './catalogue.ts';
import { type Html, html, page } from './html.ts';
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
  return page(
    'My courses',
    lines.length > 0
      ? html`<ul>
          ${lines}
        </ul>`
      : html`<p>Nothing yet.</p>`,
  );
}

type Course =
  paths['/api/integration/members/{externalId}/courses/{courseId}']['get']['responses'][200]['content']['application/json'];
type Section = Course['sections'][number];

const sectionList = ({ name, items }: Section, courseId: string) =>
  html`<h2>${name}</h2>
    <ul>
      ${items.map(
        ({ kind, id, name, open, isDone, reason }) =>
          html`<li>
            ${open ? html`<a href="/${kind === 'lesson' ? 'lesson' : 'quiz'}?id=${id}&courseId=${courseId}">${name}</a>` : name}
            <small>${isDone ? 'Done' : reason}</small>
          </li>`,
      )}
    </ul>`;

const project = ({ description }: NonNullable<Course['finalProject']>, courseId: string) =>
  html`<h2>Final project</h2>
    <p>${description}</p>
    <form method="post" action="/project" enctype="multipart/form-data">
      <input type="hidden" name="courseId" value="${courseId}" />
      <input type="hidden" name="externalId" value="work-${randomUUID()}" />
      <label>Link <input name="submissionUrl" type="url" /></label>
      <label>File <input name="file" type="file" /></label>
      <label>Note <textarea name="note"></textarea></label>
      <button>Hand in</button>
    </form>`;

type Certificate = Awaited<ReturnType<typeof certificatesOf>>[number];

const certificateCard = ({ name, courseName, score, grade, code, checkUrl, fileUrl }: Certificate): Html =>
  html`<article>
    <h2>Certificate</h2>
    <p>${name} has completed ${courseName}${score === null ? '' : `, with ${score} points (${grade})`}.</p>
    <p class="row"><a href="${checkUrl}">${code}</a> ${fileUrl ? html`<a href="${fileUrl}">PDF</a>` : ''}</p>
  </article>`;

/** `GET /course`: lessons and quizzes with their locks, and the certificate once its webhook has come. */
export async function showCourse({ member, values }: Visit) {
  if (!member) return redirect('/');
  const courseId = textOf(values, 'id');
  const path = { externalId: member, courseId };
  const [course, certificates] = await Promise.all([
    dataOf(lectern.GET('/api/integration/members/{externalId}/courses/{courseId}', { params: { path } })),
    certificatesOf(member),
  ]);
  const certificate = certificates.find((each) => each.courseId === courseId);
  return page(
    course.name,
    html`${course.reason ? html`<p role="alert">${course.reason}</p>` : ''}
    ${certificate ? certificateCard(certificate) : ''}
    ${course.sections.map((section) => sectionList(section, courseId))}
    ${course.finalProject && !certificate ? project(course.finalProject, courseId) : ''}`,
  );
}

/** `POST /project`: a form, with the file if there is one. */
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
  return page(
    'Thank you',
    html`<p>Your work waits for its review.</p>
      <p><a href="/course?id=${body.productId}">Back to the course</a></p>`,
  );
}
