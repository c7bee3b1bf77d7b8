import { useEffect } from "react";
import { forgetTexts } from "#app/features/auth/logout-form.tsx";
import { SoloPage } from "#app/features/layout/page.tsx";
import { everybody, visitorsOnly } from "#app/guards.ts";
import { Booky } from "#app/ui/booky.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/deleted";

/** Not for who is signed in: the page removes unsent texts from the browser. */
export const middleware: Route.MiddlewareFunction[] = [everybody, visitorsOnly];

/** Makes each navigation ask the server, where the guards are. */
export const loader = () => null;

export const meta: Route.MetaFunction = () => [{ title: "Your account is being deleted · Talespark" }];

/**
 * For a person who has just deleted their account, or who signs in while the deletion runs. It contains no personal
 * data.
 */
export default function AccountDeleted() {
  useEffect(forgetTexts, []);
  return (
    <SoloPage
      art={<Booky pose="asleep" size={104} />}
      title="Your account is being deleted"
      lead="You are signed out everywhere, and everything you wrote goes within 24 hours. Once it has gone, you can sign in again: that begins a new, empty account."
    >
      <ButtonLink to="/">Go to the first page</ButtonLink>
    </SoloPage>
  );
}
