import * as v from "valibot";

const faultSchema = v.object({
  path: v.picklist(["openid-configuration", "jwks", "token"]),
  /**
   * `drop`: the connection is cut without an answer, `cut`: in the middle of one. `hang`: no answer ever. `redirect`: to `moved`. A
   * number: that status.
   */
  kind: v.union([v.picklist(["drop", "cut", "hang", "redirect"]), v.number()]),
  times: v.number(),
});
/** The settings of a fake issuer. Kept apart from the server, so that tests in workerd can import it. */
export const controlSchema = v.partial(
  v.object({
    /** Claims of the next person who signs in. */
    person: v.record(v.string(), v.unknown()),
    /** Wrong claims for the ID token: they override the right ones; `null` omits a claim. */
    idToken: v.record(v.string(), v.unknown()),
    /** Returned as the ID token instead of a correct one. */
    idTokenText: v.nullable(v.string()),
    /** The error with which the sign-in ends, instead of a code. */
    error: v.nullable(v.string()),
    faults: v.array(faultSchema),
    endSession: v.boolean(),
    /** It never tells when a person signed in. */
    hidesTime: v.boolean(),
  }),
);
export type IssuerControl = v.InferOutput<typeof controlSchema>;
