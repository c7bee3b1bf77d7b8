import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { SoloPage } from "./page.tsx";

type FaultProps = {
  title: string;
  lead: string;
  /** Other ways on. */
  children?: ReactNode;
};

/** What could not be loaded or shown, and the way to try it again. */
export function Fault({ title, lead, children }: FaultProps) {
  const { revalidate, state } = useRevalidator();
  return (
    <SoloPage art={<Booky pose="puzzled" size={112} />} title={title} lead={lead}>
      <Button look="primary" aria-disabled={state === "loading"} onClick={() => void revalidate()}>
        Try again
      </Button>
      {children}
    </SoloPage>
  );
}

/** For a page; what frames it stays, and so does the way elsewhere. */
export function PageFault() {
  return (
    <Fault
      title="This page did not open"
      lead="Your stories are safe. Please check your connection and try again."
    />
  );
}
