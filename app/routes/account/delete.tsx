import { data, redirectDocument } from "react-router";
import * as v from "valibot";
import { requireUser, servicesContext, withCookies } from "#app/context.ts";
import { readForm } from "#app/features/forms/read-form.ts";
import { SoloPage } from "#app/features/layout/page.tsx";
import {
  DELETION_LEAD,
  DELETION_PATH,
  DeletionFacts,
  DeletionForm,
  type DeletionProblem,
} from "#app/features/settings/account-deletion.tsx";
import { signedInOnly } from "#app/guards.ts";
import { Booky } from "#app/ui/booky.tsx";
import { deleteAccountSchema } from "#domain/account-deletion.ts";
import { AppError } from "#domain/errors.ts";
import type { Route } from "./+types/delete";

const formSchema = v.variant("intent", [
  v.object({ intent: v.literal("sign-in-again") }),
  v.object({ intent: v.literal("delete"), ...deleteAccountSchema.entries }),
]);

/** Not behind the gate: who does not accept the terms may leave as well. */
export const middleware: Route.MiddlewareFunction[] = [signedInOnly];

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = await requireUser(context);
  return { email, isSignInRecent: context.get(servicesContext).accountDeletion.isSignInRecent() };
}

/** Leads to the issuer for a new sign-in, or begins the deletion and leaves a browser that keeps nothing of the person. */
export async function action({ context, request }: Route.ActionArgs) {
  const { accountDeletion, auth } = context.get(servicesContext);
  try {
    const form = await readForm(request, formSchema);
    if (form.intent === "sign-in-again") {
      const { location, setCookies } = await auth.begin(DELETION_PATH, { isAgain: true });
      return redirectDocument(location, withCookies(setCookies));
    }
    await accountDeletion.request(form.confirmation);
    const init = withCookies([await auth.forgetSession()]);
    init.headers.set("Clear-Site-Data", '"cache", "storage"');
    return redirectDocument("/account/deleted", init);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<DeletionProblem>(
      {
        problem: error.message,
        field: error.field === "confirmation" ? "confirmation" : null,
        mustSignInAgain: error.code === "SIGN_IN_AGAIN",
      },
      error.status,
    );
  }
}

export const meta: Route.MetaFunction = () => [{ title: "Delete your account · Talespark" }];

export default function DeleteAccountPage({ loaderData }: Route.ComponentProps) {
  return (
    <SoloPage art={<Booky pose="puzzled" size={88} />} title="Delete your account?" lead={DELETION_LEAD}>
      <DeletionFacts />
      <DeletionForm {...loaderData} />
    </SoloPage>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
