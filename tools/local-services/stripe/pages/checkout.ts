import { escapeHtml } from "../../html.ts";
import type { EmulatedAccount } from "../account.ts";
import { findPrice, formatAmount } from "../catalogue.ts";
import type { CheckoutSessionRecord } from "../records.ts";
import { actionButton, renderMessage, renderPage } from "./layout.ts";

/** The checkout page of a session; `error` is the bank's answer to the last attempt. */
export function renderCheckout(
  account: EmulatedAccount,
  session: CheckoutSessionRecord,
  error: string | null,
): string {
  if (session.status === "complete") {
    return renderMessage("This is paid already", "Go back to Talespark: your plan is there.");
  }
  if (session.status === "expired") {
    return renderMessage("This checkout has ended", "Go back to Talespark and begin again.");
  }
  const price = findPrice(session.price);
  if (price === null) return renderMessage("Nothing to pay here", "This price does not exist any more.");
  const amount = formatAmount(price.amount, price.currency);
  const email = account.customer(session.customer).email ?? "";
  const back =
    session.cancelUrl === null
      ? ""
      : `<a class="back" href="${escapeHtml(session.cancelUrl)}">← Cancel and go back to Talespark</a>`;
  return renderPage({
    title: "Emulated checkout",
    layout: "split",
    content: `<section aria-labelledby="product">
<h1 id="product">Subscribe to ${escapeHtml(price.productName)}</h1>
<p class="price">${amount} <small>a month</small></p>
<p class="muted">${escapeHtml(price.description)}</p>
${back}
</section>
<form method="post" class="card">
<h2>Pay with an emulated card</h2>
${error === null ? "" : `<p class="error" role="alert">${escapeHtml(error)}</p>`}
<label class="field">E-mail<input value="${escapeHtml(email)}" readonly></label>
<label class="field">Card<input value="4242 4242 4242 4242" readonly></label>
${actionButton("pay", `Pay ${amount}`, "primary")}
${actionButton("decline", "Let the bank decline it")}
</form>`,
  });
}
