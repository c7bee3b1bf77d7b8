import type { IncomingMessage, ServerResponse } from "node:http";
import { errors, type Provider } from "oidc-provider";
import * as v from "valibot";
import { readRequestText } from "../body.ts";
import { type Accounts, toSubject } from "./accounts.ts";
import type { IssuerSettings } from "./issuer-settings.ts";
import { PUBLIC_ISSUER_PATH } from "./issuer-settings.ts";
import { issuerPageHeaders, messagePage, type SignInForm, signInPage } from "./page.ts";
import { type Checked, PassphraseCheck } from "./passphrase-check.ts";
import { SIGN_IN_NAME_MAX } from "./people-file.ts";

const BODY_MAX = 16 * 1024; // bytes; a filled form is a few hundred
const EMAIL_MAX = 254; // characters, the longest address that can receive mail
const FAILED = "Sign-in didn't work";

type SignInParts = {
  provider: Provider;
  accounts: Accounts;
  settings: IssuerSettings;
  /** The origin of the app's redirect address. */
  formTarget: string;
};

/**
 * Answers `GET` and `POST /interaction/:uid`, the sign-in page. A sign-in that has expired, or was begun in another
 * browser, gets a page that says so.
 */
export function createSignIn({ provider, accounts, settings, formTarget }: SignInParts) {
  const headers = issuerPageHeaders([formTarget]);
  const { asksPassphrase, publicOrigin, stateDir } = settings;
  const passphrases = asksPassphrase ? new PassphraseCheck(stateDir, accounts) : null;
  const base = publicOrigin === null ? "" : PUBLIC_ISSUER_PATH;

  function answer(response: ServerResponse, status: number, page: string): void {
    response.writeHead(status, headers).end(page);
  }

  async function check(form: URLSearchParams, address: string): Promise<Checked> {
    if (passphrases === null) return checkNameAndEmail(form);
    return passphrases.check(form, address);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const interaction = await provider.interactionDetails(request, response);
    const action = `${base}/interaction/${interaction.uid}`;

    if (request.method === "GET" || request.method === "HEAD") {
      const hint = interaction.params["login_hint"];
      const values = { name: "", email: typeof hint === "string" ? hint : "" };
      answer(response, 200, signInPage({ action, asksPassphrase, values, errors: {} }));
      return;
    }
    if (request.method !== "POST") {
      response.setHeader("Allow", "GET, POST");
      answer(response, 405, messagePage(FAILED, "This page is opened or sent, nothing else."));
      return;
    }

    const body = await readRequestText(request, BODY_MAX);
    if (body === null) {
      answer(response, 413, messagePage(FAILED, "That was far more than a name and an e-mail."));
      return;
    }
    const form = new URLSearchParams(body);
    if (form.has("cancel")) {
      const refused = { error: "access_denied", error_description: "The sign-in was cancelled." };
      await provider.interactionFinished(request, response, refused, { mergeWithLastSubmission: false });
      return;
    }

    const address = readClientAddress(request);
    const checked = await check(form, address);
    if (!checked.ok) {
      const values = { name: form.get("name") ?? "", email: form.get("email") ?? "" };
      if (checked.retryAfterSeconds !== undefined)
        response.setHeader("Retry-After", String(checked.retryAfterSeconds));
      answer(
        response,
        checked.status,
        signInPage({ action, asksPassphrase, values, errors: checked.errors }),
      );
      return;
    }
    await accounts.signIn(checked.subject, checked.account, address);
    const login = { accountId: checked.subject, remember: true };
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
        answer(response, 500, messagePage(FAILED, "Something went wrong here. Please try again."));
      }
    }
  };
}

/** The gateway writes this header, and nothing but the gateway reaches the issuer from another machine. */
export function readClientAddress(request: IncomingMessage): string {
  return request.headers["cf-connecting-ip"]?.toString() ?? request.socket.remoteAddress ?? "";
}

const nameAndEmail = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Please enter your name."),
    v.maxLength(SIGN_IN_NAME_MAX, `Please use at most ${SIGN_IN_NAME_MAX} characters.`),
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

/** The sign-in of one machine: anybody is who they say. */
function checkNameAndEmail(form: URLSearchParams): Checked {
  const parsed = v.safeParse(nameAndEmail, { name: form.get("name") ?? "", email: form.get("email") ?? "" });
  if (parsed.success) return { ok: true, subject: toSubject(parsed.output.email), account: parsed.output };
  const errors: SignInForm["errors"] = {};
  for (const issue of parsed.issues) {
    const key = issue.path?.[0]?.key;
    if (key === "name" || key === "email") errors[key] ??= issue.message;
  }
  return { ok: false, status: 422, errors };
}
