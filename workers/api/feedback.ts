import { FEEDBACK_PER_DAY, feedbackReceiptSchema, feedbackSchema } from "#domain/feedback.ts";
import { created } from "./answers.ts";
import { ApiArea } from "./operation.ts";

/** `/api/feedback`: what people tell the team. */
export const feedbackArea = new ApiArea({ base: "/feedback", tag: "Feedback", access: "account" }).on(
  "POST",
  "/",
  {
    id: "sendFeedback",
    summary: "Tell the team something",
    needsConsent: true,
    body: feedbackSchema,
    answer: created(feedbackReceiptSchema, "It is stored."),
    limits: [{ of: "messages of a person", limit: FEEDBACK_PER_DAY, windowS: 86_400 }],
  },
  ({ services, body }) => services.feedback.submit(body.feedback),
);
