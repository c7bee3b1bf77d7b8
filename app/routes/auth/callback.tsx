import { useEffect, useRef, useState } from "react";
import {
  data,
  type RouterContextProvider,
  redirect,
  useFetcher,
  useLocation,
  useNavigate,
} from "react-router";
import * as v from "valibot";
import { servicesContext, withCookies } from "#app/context.ts";
import { readForm } from "#app/features/forms/read-form.ts";
import { Problem, SoloPage } from "#app/features/layout/page.tsx";
import { everybody } from "#app/guards.ts";
import { Booky } from "#app/ui/booky.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { AppError } from "#domain/errors.ts";
import { AFTER_SIGN_IN, toPaymentPath, toSignInPath } from "#domain/return-path.ts";
import type { Route } from "./+types/callback";

export const middleware: Route.MiddlewareFunction[] = [everybody];

const formSchema = v.object({
  intent: v.picklist(["authenticate", "authenticate-and-go", "set-up-account"]),
});

type Progress =
  | { step: "authenticated"; returnTo: string }
  | { step: "ready" }
  | { step: "being-deleted" }
  | { step: "failed"; message: string; returnTo: string };

const BEING_DELETED_PATH = "/account/deleted";

/**
 * Where the issuer leads back to. The page itself changes nothing: it shows how far it is while its own requests finish
 * the sign-in, in two steps, each a POST.
 */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { accounts } = context.get(servicesContext);
  let hasScript = true;
  try {
    const { intent } = await readForm(request, formSchema);
    hasScript = intent !== "authenticate-and-go";
    if (intent === "set-up-account") {
      await accounts.ensure();
      return data<Progress>({ step: "ready" });
    }
    const { returnTo, setCookies } = await authenticate(context, url);
    // Without a script there is nobody to take the second step: the pages behind the guard make sure of the account.
    if (intent === "authenticate-and-go") return redirect(returnTo, withCookies(setCookies));
    return data<Progress>({ step: "authenticated", returnTo }, withCookies(setCookies));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "ACCOUNT_BEING_DELETED") {
      return hasScript ? data<Progress>({ step: "being-deleted" }) : redirect(BEING_DELETED_PATH);
    }
    const returnTo = (await context.get(servicesContext).auth.findReturnPath(url)) ?? AFTER_SIGN_IN;
    return data<Progress>({ step: "failed", message: error.message, returnTo }, error.status);
  }
}

/**
 * A person from the payment provider (`session_id`) is redirected to the page that verifies the payment. If the address
 * has no code of the issuer, an existing session is used; without one, a sign-in begins after a payment.
 */
async function authenticate(context: Readonly<RouterContextProvider>, url: URL) {
  const { auth, person } = context.get(servicesContext);
  const payment = toPaymentPath(url.searchParams.get("session_id"));
  if (payment !== null && !url.searchParams.has("state")) {
    if (!person) throw redirect(toSignInPath(payment));
    return { returnTo: payment, setCookies: [] };
  }
  const wanted = await auth.findReturnPath(url);
  // A page that is loaded again has a code, but its sign-in has ended.
  if (person && (wanted === null || !url.searchParams.has("code")))
    return { returnTo: wanted ?? AFTER_SIGN_IN, setCookies: [] };
  const { returnTo, setCookies } = await auth.authenticate(url);
  return { returnTo: payment ?? returnTo, setCookies };
}

export const meta: Route.MetaFunction = () => [{ title: "Signing in · Talespark" }];

export default function AuthCallback({ actionData }: Route.ComponentProps) {
  const { status, failure } = useSignIn();
  const problem = failure ?? (actionData?.step === "failed" ? actionData : null);
  if (problem !== null) {
    return (
      <SoloPage
        art={<Booky pose="puzzled" size={104} />}
        title="That did not work"
        lead="You are not signed in yet. Nothing else has changed."
      >
        <Problem>{problem.message}</Problem>
        <ButtonLink to={toSignInPath(problem.returnTo)} look="primary">
          Try again
        </ButtonLink>
      </SoloPage>
    );
  }
  return (
    <SoloPage art={<Booky pose="writing" size={104} />} title="Signing you in">
      <p role="status">{status}</p>
      <noscript>
        <form method="post">
          <input type="hidden" name="intent" value="authenticate-and-go" />
          <Button look="primary" type="submit">
            Continue
          </Button>
        </form>
      </noscript>
    </SoloPage>
  );
}

/** Takes the two steps, once, and then leaves for where the person wanted to go. */
function useSignIn(): { status: string; failure: { message: string; returnTo: string } | null } {
  const authentication = useFetcher<Progress>({ key: "authentication" });
  const account = useFetcher<Progress>({ key: "account" });
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [here] = useState(pathname + search); // while leaving, the address is already another one
  const begun = useRef(false);
  const { submit: authenticate } = authentication;
  const { submit: setUp } = account;
  const returnTo = authentication.data?.step === "authenticated" ? authentication.data.returnTo : null;
  const isBeingDeleted = authentication.data?.step === "being-deleted" && authentication.state === "idle";
  // A fetcher that still revalidates when a navigation begins ends that navigation half-way: only an idle one has ended.
  const authenticated = returnTo !== null && authentication.state === "idle";
  const ready = account.data?.step === "ready" && account.state === "idle";

  useEffect(() => {
    if (begun.current) return; // a code can be used once
    begun.current = true;
    void authenticate({ intent: "authenticate" }, { method: "post", action: here });
  }, [authenticate, here]);

  useEffect(() => {
    if (authenticated) void setUp({ intent: "set-up-account" }, { method: "post", action: here });
  }, [authenticated, setUp, here]);

  useEffect(() => {
    if (ready && returnTo !== null) void navigate(returnTo, { replace: true });
  }, [ready, returnTo, navigate]);

  useEffect(() => {
    if (isBeingDeleted) void navigate(BEING_DELETED_PATH, { replace: true });
  }, [isBeingDeleted, navigate]);

  const failed = [authentication.data, account.data].find((progress) => progress?.step === "failed");
  return {
    status: ready ? "Redirecting..." : returnTo !== null ? "Setting up your account..." : "Authenticating...",
    failure: failed?.step === "failed" ? failed : null,
  };
}
