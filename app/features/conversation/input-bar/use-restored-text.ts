import { useEffect, useEffectEvent } from "react";

type RestoredText = {
  /** Text that could not be sent; `null`: there is none. */
  restored: string | null;
  /** Called when the text is in the box again. */
  onRestored: () => void;
};

/** Calls `putBack` with a text that could not be sent, so that the box shows it again. */
export function useRestoredText(
  { restored, onRestored }: RestoredText,
  putBack: (text: string) => void,
): void {
  const restore = useEffectEvent((text: string) => {
    putBack(text);
    onRestored();
  });
  useEffect(() => {
    if (restored !== null) restore(restored);
  }, [restored]);
}
