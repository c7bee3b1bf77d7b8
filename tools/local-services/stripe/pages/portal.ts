import { escapeHtml } from "../../html.ts";
import type { EmulatedAccount } from "../account.ts";
import { findPrice, formatAmount } from "../catalogue.ts";
import type { EmulatedSubscription, InvoiceRecord, PortalSessionRecord } from "../records.ts";
import { actionButton, formatDay, renderPage } from "./layout.ts";

/**
 * The billing portal of a customer: cancel, resume, invoices, and the emulator's own buttons that advance the clock.
 */
export function renderPortal(account: EmulatedAccount, session: PortalSessionRecord): string {
  const customer = account.customer(session.customer);
  const [subscription] = account.listSubscriptions(customer.id);
  const back =
    session.returnUrl === null
      ? ""
      : `<a class="back" href="${escapeHtml(session.returnUrl)}">← Return to Talespark</a>`;
  return renderPage({
    title: "Emulated billing portal",
    layout: "narrow",
    content: `<div>${back}
<h1>Your subscription</h1>
<p class="muted">${escapeHtml(customer.email ?? customer.name ?? customer.id)}</p></div>
<div>${subscription === undefined ? '<p class="card">There is no subscription.</p>' : renderSubscription(subscription)}
${subscription === undefined ? "" : renderInvoices(account, subscription)}
${subscription === undefined || subscription.status === "canceled" ? "" : renderClock(account, customer.cardDeclines)}</div>`,
  });
}

function renderSubscription(subscription: EmulatedSubscription): string {
  const price = findPrice(subscription.price);
  const name = price === null ? "A plan that is not sold any more" : price.productName;
  const amount = price === null ? "" : `${formatAmount(price.amount, price.currency)} a month`;
  const button =
    subscription.status === "canceled"
      ? ""
      : subscription.cancelAtPeriodEnd
        ? actionButton("resume", "Keep the subscription", "primary")
        : actionButton("cancel", "Cancel the subscription");
  return `<form method="post" class="card">
<h2>${escapeHtml(name)}</h2>
<dl><dt>Price</dt><dd>${amount}</dd><dt>State</dt><dd>${describeState(subscription)}</dd></dl>
${button}
</form>`;
}

function describeState({ status, cancelAtPeriodEnd, periodEnd, endedAt }: EmulatedSubscription): string {
  if (status === "canceled") return `Ended on ${formatDay(endedAt ?? periodEnd)}`;
  if (cancelAtPeriodEnd) return `Ends on ${formatDay(periodEnd)}`;
  if (status === "past_due") return "The last payment failed; it is tried again";
  return `Renews on ${formatDay(periodEnd)}`;
}

function renderInvoices(account: EmulatedAccount, { id }: EmulatedSubscription): string {
  const rows = Object.values(account.state.invoices)
    .filter(({ subscription }) => subscription === id)
    .reverse()
    .map((invoice) => `<dt>${formatDay(invoice.created)}</dt><dd>${describeInvoice(invoice)}</dd>`);
  return `<section class="card"><h2>Invoices</h2><dl>${rows.join("")}</dl></section>`;
}

function describeInvoice({ amount, price, status }: InvoiceRecord): string {
  return `${formatAmount(amount, findPrice(price)?.currency ?? "usd")}, ${status}`;
}

function renderClock(account: EmulatedAccount, cardDeclines: boolean): string {
  return `<form method="post" class="card">
<h2>Let time pass</h2>
<p class="muted">The emulator's clock says ${formatDay(account.now())}. It goes forward only.</p>
${actionButton("renew", "Go to the next renewal")}
${cardDeclines ? actionButton("card-works", "Let the card work again") : actionButton("card-declines", "Let the bank decline the card")}
</form>`;
}
