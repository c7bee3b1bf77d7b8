import { useSearchParams } from "react-router";
import { ButtonLink } from "./button.tsx";

type OlderPagesProps = {
  /** What is listed, such as “deleted stories”. */
  things: string;
  /** The parameter of the address that has the cursor. The others stay: they may be those of other lists. */
  parameter: string;
  /** The cursor of the page after this one; `null`: there is none. */
  next: string | null;
  isFirstPage: boolean;
};

/** Links to the next page of a list that is sorted by time; on the last page, to the first. Nothing if there is only one page. */
export function OlderPages({ things, parameter, next, isFirstPage }: OlderPagesProps) {
  const [parameters] = useSearchParams();
  if (next === null && isFirstPage) return null;
  const others = [...parameters].filter(([name]) => name !== parameter);
  const shown = next === null ? others : [...others, [parameter, next]];
  return (
    <nav className="flex justify-center margin-top-44" aria-label={`More ${things}`}>
      <ButtonLink to={{ search: new URLSearchParams(shown).toString() }}>
        {next === null ? "Back to the latest" : "Older ones"}
      </ButtonLink>
    </nav>
  );
}
