import { useRevalidator } from "react-router";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { SoloPage } from "./page.tsx";

/** For a page that could not be loaded or shown; what frames it stays, and so does the way elsewhere. */
export function PageFault() {
  const { revalidate, state } = useRevalidator();
  return (
    <SoloPage
      art={<Booky pose="puzzled" size={104} />}
      title="This page did not open"
      lead="Your stories are safe. Please check your connection and try again."
    >
      <Button look="primary" disabled={state === "loading"} onClick={() => void revalidate()}>
        Try again
      </Button>
    </SoloPage>
  );
}
