import { createHmac } from "node:crypto";

/** The `Stripe-Signature` header of a webhook's body: the time, in seconds since 1970, and an HMAC over time and body. */
export function signWebhook(body: string, secret: string, time: number): string {
  const mac = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${mac}`;
}
