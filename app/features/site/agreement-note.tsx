import { Link } from "react-router";
import { MINIMUM_AGE } from "#domain/legal.ts";

/** What signing in means. It stands wherever one can sign in. */
export function AgreementNote() {
  return (
    <>
      By continuing you confirm that you are {MINIMUM_AGE} or older and agree to the{" "}
      <Link to="/terms">Terms</Link> and the <Link to="/privacy-policy">Privacy Policy</Link>.
    </>
  );
}
