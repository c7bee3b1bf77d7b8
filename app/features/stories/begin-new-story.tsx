import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button.tsx";

type BeginNewStoryProps = { size?: "regular" | "large"; children: ReactNode };

/** The way to a new story, wherever it is offered. */
export function BeginNewStory({ size = "regular", children }: BeginNewStoryProps) {
  return (
    <ButtonLink to="/stories/new" look="primary" size={size}>
      {children}
    </ButtonLink>
  );
}
