/** Pages of the shop: registration, products, order and payment. */
import { randomUUID } from 'node:crypto';
import { type Product, type ProductType, readCatalogue } from './catalogue.ts';
import { button, html, money, page } from './html.ts';
import { dataOf, lectern } from './lectern.ts';
import { type Visit, redirect, textOf } from './visit.ts';

const registration = html`<form method="post" action="/members">
  <label>Name <input name="name" required /></label>
  <label>E-mail <input name="email" type="email" required /></label>
  <button>Register</button>
</form>`;

const priceOf = ({ price, finalPrice }: Product) =>
  html`${price > finalPrice ? html`<s>${money(price)}</s>` : ''} <b>${money(finalPrice)}</b>`;

const productLine = (product: Product) =>
  html`<li>
    <a href="/order?productType=${product.productType}&productId=${product.productId}">${product.name}</a>
    <span>${priceOf(product)}</span>
  </li>`;

/** `GET /` */
export async function showShop({ member }: Visit) {
  if (!member) return page('Register', registration);
  const products = [...(await readCatalogue()).values()];
  return page(
    'Shop',
    html`<ul>
      ${products.map(productLine)}
    </ul>`,
  );
}

/** `POST /members` */
export async function register({ values }: Visit) {
  const externalId = `shop-${randomUUID()}`;
  const body = { name: textOf(values, 'name'), email: textOf(values, 'email') };
  await dataOf(lectern.PUT('/api/integration/members/{externalId}', { params: { path: { externalId } }, body }));
  return redirect('/', externalId);
}

const basketOf = (values: FormData, externalId: string) => ({
  member: { externalId },
  items: [{ productType: textOf(values, 'productType') as ProductType, productId: textOf(values, 'productId') }],
  voucherCode: textOf(values, 'voucherCode') || null,
});

/** `GET /order`: the price, also with a voucher, before anything is ordered. */
export async function showQuote({ member, values }: Visit) {
  if (!member) return redirect('/');
  const basket = basketOf(values, member);
  const quote = await dataOf(lectern.POST('/api/integration/quotes', { body: basket }));
  const problem = quote.voucherProblem ?? quote.items[0]?.problem;
  const [{ productType, productId }] = basket.items as [(typeof basket.items)[number]];
  const order = { productType, productId, externalId: `order-${randomUUID()}`, totalAmount: String(quote.totalAmount) };
  return page(
    `Order ${quote.items[0]?.name}`,
    html`<ul>
        <li>Price <span>${money(quote.subtotal)}</span></li>
        ${quote.discountAmount > 0 ? html`<li>Discount <span>−${money(quote.discountAmount)}</span></li>` : ''}
        ${quote.voucherAmount > 0 ? html`<li>Voucher <span>−${money(quote.voucherAmount)}</span></li>` : ''}
        <li>Total <b>${money(quote.totalAmount)}</b></li>
      </ul>
      ${problem ? html`<p role="alert">${problem}</p>` : ''}
      <form action="/order">
        <input type="hidden" name="productType" value="${productType}" />
        <input type="hidden" name="productId" value="${productId}" />
        <label>Voucher <input name="voucherCode" value="${basket.voucherCode}" /></label>
        <button>Use voucher</button>
      </form>
      ${problem ? '' : button('Order', '/orders', { ...order, voucherCode: basket.voucherCode ?? '' })}`,
  );
}

/** `POST /orders`. Repeating it orders once, since the page holds the order's id. */
export async function placeOrder({ member, values }: Visit) {
  if (!member) return redirect('/');
  const externalId = textOf(values, 'externalId');
  const totalAmount = Number(textOf(values, 'totalAmount'));
  const body = { ...basketOf(values, member), externalId, totalAmount };
  await dataOf(lectern.POST('/api/integration/orders', { body }));
  return redirect(`/orders?externalId=${externalId}`);
}

/** `GET /orders`: an order and its payment. */
export async function showOrder({ values }: Visit) {
  const externalId = textOf(values, 'externalId');
  const order = await dataOf(lectern.GET('/api/integration/orders/{externalId}', { params: { path: { externalId } } }));
  return page(
    order.invoiceNumber,
    html`<p>Total: <b>${money(order.totalAmount)}</b></p>
      ${
        order.status === 'paid'
          ? html`<p>Paid. <a href="/courses">My courses</a></p>`
          : button('Pay', '/payments', { externalId, amount: String(order.totalAmount) })
      }`,
  );
}

/** `POST /payments`, in place of the payment provider's notice. */
export async function pay({ values }: Visit) {
  const externalId = textOf(values, 'externalId');
  await dataOf(
    lectern.POST('/api/integration/orders/{externalId}/payments', {
      params: { path: { externalId } },
      body: {
        reference: `payment-of-${externalId}`,
        amount: Number(textOf(values, 'amount')),
        status: 'paid',
        method: 'QRIS',
        paidAt: new Date().toISOString(),
      },
    }),
  );
  return redirect(`/orders?externalId=${externalId}`);
}
