import type { ReactNode } from "react";

type ListLineProps = {
  picture: ReactNode;
  /** A text, or a heading or button that looks like it. */
  name: ReactNode;
  /** What is said about it, in small below. */
  children?: ReactNode;
  /** The button at the end. */
  action: ReactNode;
};

/** One of a list of people or stories, in a line. */
export function ListLine({ picture, name, children, action }: ListLineProps) {
  return (
    <li className="row gap-16 padding-block-8 line-below">
      {picture}
      <div className="stack grow min-width-0 gap-4 note break-anywhere">
        <div className="text-color name" dir="auto">
          {name}
        </div>
        {children}
      </div>
      {action}
    </li>
  );
}
