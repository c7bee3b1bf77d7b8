import * as v from "valibot";

const faultSchema = v.object({
  path: v.picklist(["openid-configuration", "jwks", "token"]),
  /** `drop`: the line is cut without an answer. `hang`: nothing ever comes. A number: that status. */
  kind: v.union([v.literal("drop"), v.literal("hang"), v.number()]),
  times: v.number(),
});
/** What a fake issuer can be told. Kept apart from the server, so that tests in workerd can import it. */
export const controlSchema = v.partial(
  v.object({
    /** Claims of whoever signs in next. */
    person: v.record(v.string(), v.unknown()),
    /** What the ID token says otherwise than it should: claims put over the right ones; `null` leaves one out. */
    idToken: v.record(v.string(), v.unknown()),
    /** Given as the ID token in place of a right one. */
    idTokenText: v.nullable(v.string()),
    /** What sign-in ends with instead of a code. */
    error: v.nullable(v.string()),
    faults: v.array(faultSchema),
    endSession: v.boolean(),
  }),
);
export type IssuerControl = v.InferOutput<typeof controlSchema>;
