import { redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { SignInPage } from "#app/features/auth/sign-in-page.tsx";
import { AFTER_SIGN_IN } from "#domain/return-path.ts";
import type { Route } from "./+types/landing";

export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(servicesContext).caller) throw redirect(AFTER_SIGN_IN);
  return null;
}

export const meta: Route.MetaFunction = () => [
  { title: "Talespark" },
  {
    name: "description",
    content: "Write interactive stories: you say what happens next, the story goes on.",
  },
];

export default function Landing() {
  return <SignInPage returnTo={null} />;
}
