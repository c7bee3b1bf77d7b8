import { feedbackReceiptSchema, feedbackSchema } from "#domain/feedback.ts";
import { created, LIMITS } from "./answers.ts";
import { ApiArea } from "./operation.ts";

/** `/api/feedback`: what people tell the team. */
export const feedbackArea = new ApiArea({ base: "/feedback", tag: "Feedback", access: "account" }).on(
  "POST",
  "/",
  {
    id: "sendFeedback",
    summary: "Tell the team something",
    body: feedbackSchema,
    answer: created(feedbackReceiptSchema, "It is stored."),
    limits: LIMITS.feedback,
    handle: ({ services, body }) => services.feedback.submit(body.feedback),
  },
);
