import { data, redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readFormData } from "#app/features/forms/read-form.ts";
import { Problem } from "#app/features/layout/page.tsx";
import { STATIC_PAGE } from "#app/features/layout/route-settings.ts";
import styles from "#app/features/shares/reading-copy-page.module.css";
import { ReadingFrame } from "#app/features/shares/reading-copy-page.tsx";
import { throwShareFailure } from "#app/features/shares/share-failure.tsx";
import { everybody } from "#app/guards.ts";
import { Booky } from "#app/ui/booky.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { AppError } from "#domain/errors.ts";
import { parseInput } from "#domain/input.ts";
import { REPORT_MAX, reportSchema } from "#domain/share.ts";
import type { Route } from "./+types/report";

export const middleware: Route.MiddlewareFunction[] = [everybody];

export const handle = STATIC_PAGE;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  await context.get(servicesContext).readingCopies.requireShared(params.token).catch(throwShareFailure);
  return { token: params.token, isSent: url.searchParams.has("sent") };
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  let typed = "";
  try {
    const form = Object.fromEntries(await readFormData(request));
    typed = String(form["reason"] ?? "");
    const { reason } = parseInput(reportSchema, form);
    await context.get(servicesContext).readingCopies.report(params.token, reason);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ problem: error.message, typed }, error.status);
  }
  throw redirect(`${url.pathname}?sent`);
}

export const headers: Route.HeadersFunction = () => ({ "X-Robots-Tag": "noindex" });

export const meta: Route.MetaFunction = () => [
  { title: "Report a reading copy · Talespark" },
  { name: "robots", content: "noindex" },
];

/** What a reader tells the operator about a copy. It needs neither an account nor a script. */
export default function ReportPage({ loaderData: { token, isSent }, actionData }: Route.ComponentProps) {
  return (
    <ReadingFrame>
      <form method="post" className={`${styles.question} stack each-center gap-16 center-block text-center`}>
        <Booky pose={isSent ? "idle" : "puzzled"} size={96} />
        <h1>{isSent ? "Thank you" : "Report this copy"}</h1>
        {isSent ? (
          <p>Those who run this site will look at it.</p>
        ) : (
          <>
            <p>Those who run this site read it. The author is not told who wrote.</p>
            <TextArea
              label="What is wrong with it?"
              name="reason"
              max={REPORT_MAX}
              rows={6}
              required
              defaultValue={actionData?.typed}
            />
            {actionData && <Problem>{actionData.problem}</Problem>}
            <Button type="submit" look="primary" size="large">
              Send
            </Button>
          </>
        )}
        <a className={buttonClass({})} href={`/s/${token}`}>
          Back to the copy
        </a>
      </form>
    </ReadingFrame>
  );
}

export { ShareFailure as ErrorBoundary } from "#app/features/shares/share-failure.tsx";
