import { ALargeSmall } from "lucide-react";
import { IconButton } from "#app/ui/button.tsx";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { usePopup } from "#app/ui/popup.ts";

const LazyReadingPanel = makeLazyDialog(async () => (await import("./reading-panel.tsx")).ReadingPanel);

/** The button that opens Aa. */
export function ReadingPanelButton({ onListen }: { onListen: () => void }) {
  const { button, popup } = usePopup(LazyReadingPanel);
  return (
    <>
      <IconButton label="Text settings" icon={<ALargeSmall size={21} />} aria-haspopup="dialog" {...button} />
      {popup.open && <LazyReadingPanel {...popup} onListen={onListen} />}
    </>
  );
}
