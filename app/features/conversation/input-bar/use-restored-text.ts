import { useEffect, useEffectEvent } from "react";

type RestoredText = {
  /** Text that could not be sent; `null`: there is none. */
  restored: string | null;
  /** Called when it is in the box again. */
  onRestored: () => void;
};

/** Gives text that could not be sent to `putBack`, which shows it in the box. */
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
