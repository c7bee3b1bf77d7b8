import { Problem, SmallPrint, SoloPage } from "#app/features/layout/page.tsx";
import { AgreementNote } from "#app/features/site/agreement-note.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";

type SignInPageProps = { returnTo: string | null; problem?: string | null };

/** What it is, and the way in. */
export function SignInPage({ returnTo, problem }: SignInPageProps) {
  return (
    <SoloPage
      art={<Booky pose="idle" size={112} blinks />}
      title="Talespark"
      lead="Say who you are and what it is about. The story writes itself while you watch, and you decide what happens next."
    >
      {problem && <Problem>{problem}</Problem>}
      <form method="post" action="/login">
        {returnTo !== null && <input type="hidden" name="returnTo" value={returnTo} />}
        <Button look="primary" size="large" type="submit">
          Sign In
        </Button>
      </form>
      <SmallPrint>
        <AgreementNote />
      </SmallPrint>
    </SoloPage>
  );
}
