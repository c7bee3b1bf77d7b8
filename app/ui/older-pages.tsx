import { ButtonLink } from "./button.tsx";

type OlderPagesProps = {
  /** What is listed, such as “deleted stories”. */
  things: string;
  /** The parameter of the address that has the cursor. */
  parameter: string;
  /** The cursor of the page after this one; `null`: there is none. */
  next: string | null;
  isFirstPage: boolean;
};

/** Links to the next page of a list that is sorted by time; on the last page, to the first. Nothing if there is only one page. */
export function OlderPages({ things, parameter, next, isFirstPage }: OlderPagesProps) {
  if (next === null && isFirstPage) return null;
  return (
    <nav className="flex justify-center margin-top-44" aria-label={`More ${things}`}>
      {next !== null ? (
        <ButtonLink to={`?${new URLSearchParams({ [parameter]: next })}`}>Older ones</ButtonLink>
      ) : (
        <ButtonLink to=".">Back to the latest</ButtonLink>
      )}
    </nav>
  );
}
