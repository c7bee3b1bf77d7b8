import type Stripe from "stripe";
import type { EventRecord } from "../records.ts";
import type { Wire } from "./wire.ts";

/** An event without its `data`, which is the object as the API showed it at that time. */
type EventEnvelope = Omit<Wire<Stripe.EventBase>, "data"> & { data: { object: Record<string, unknown> } };

export function toEvent({ id, created, type, object }: EventRecord, apiVersion: string): EventEnvelope {
  return {
    id,
    object: "event",
    api_version: apiVersion,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}
