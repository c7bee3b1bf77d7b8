import type { IncomingMessage, ServerResponse } from "node:http";
import { errors, type Provider } from "oidc-provider";
import * as v from "valibot";
import { readRequestText } from "../body.ts";
import type { Accounts } from "./accounts.ts";
import { issuerPageHeaders, messagePage, type SignInForm, signInPage } from "./page.ts";

const NAME_MAX = 100; // characters
const EMAIL_MAX = 254; // characters, the longest address that can receive mail
const BODY_MAX = 16 * 1024; // bytes; a filled form is a few hundred

const signInForm = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Please enter your name."),
    v.maxLength(NAME_MAX, `Please use at most ${NAME_MAX} characters.`),
  ),
  email: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.nonEmpty("Please enter your e-mail address."),
    v.maxLength(EMAIL_MAX, `Please use at most ${EMAIL_MAX} characters.`),
    v.email("That doesn't look like an e-mail address. One looks like ada@example.com."),
  ),
});

/**
 * Answers `GET` and `POST /interaction/:uid`, the sign-in page. `formTargets` are the origins of the app's redirect
 * addresses. A sign-in that has expired, or was begun in another browser, gets a page that says so.
 */
export function createSignIn(provider: Provider, accounts: Accounts, formTargets: readonly string[]) {
  const headers = issuerPageHeaders(formTargets);

  function answer(response: ServerResponse, status: number, page: string): void {
    response.writeHead(status, headers).end(page);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const interaction = await provider.interactionDetails(request, response);
    const action = `/interaction/${interaction.uid}`;

    if (request.method === "GET" || request.method === "HEAD") {
      const hint = interaction.params["login_hint"];
      const values = { name: "", email: typeof hint === "string" ? hint : "" };
      answer(response, 200, signInPage({ action, values, errors: {} }));
      return;
    }
    if (request.method !== "POST") {
      response.setHeader("Allow", "GET, POST");
      answer(response, 405, messagePage("Sign-in didn't work", "This page is opened or sent, nothing else."));
      return;
    }

    const body = await readRequestText(request, BODY_MAX);
    if (body === null) {
      answer(
        response,
        413,
        messagePage("Sign-in didn't work", "That was far more than a name and an e-mail."),
      );
      return;
    }
    const form = new URLSearchParams(body);
    if (form.has("cancel")) {
      const refused = { error: "access_denied", error_description: "The sign-in was cancelled." };
      await provider.interactionFinished(request, response, refused, { mergeWithLastSubmission: false });
      return;
    }

    const values = { name: form.get("name") ?? "", email: form.get("email") ?? "" };
    const parsed = v.safeParse(signInForm, values);
    if (!parsed.success) {
      answer(response, 422, signInPage({ action, values, errors: listErrors(parsed.issues) }));
      return;
    }
    const login = { accountId: accounts.signIn(parsed.output), remember: true };
    await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await handle(request, response);
    } catch (error) {
      if (response.headersSent) {
        response.destroy();
      } else if (error instanceof errors.SessionNotFound) {
        const text = "This sign-in has ended. Go back to Talespark and sign in again.";
        answer(response, 400, messagePage("Sign in again", text));
      } else {
        process.stderr.write(`issuer: ${error instanceof Error ? error.stack : String(error)}\n`);
        answer(
          response,
          500,
          messagePage("Sign-in didn't work", "Something went wrong here. Please try again."),
        );
      }
    }
  };
}

function listErrors(issues: v.InferIssue<typeof signInForm>[]): SignInForm["errors"] {
  const found: SignInForm["errors"] = {};
  for (const issue of issues) {
    const key = issue.path?.[0]?.key;
    if (key === "name" || key === "email") found[key] ??= issue.message;
  }
  return found;
}
