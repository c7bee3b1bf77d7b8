import { useEffect, useEffectEvent } from "react";

/** What lies over the page and closes when its reader goes back, the lowest first. */
const layers: (() => void)[] = [];

/** Going back closes it while it is open, in place of leaving the page. `KeepPage` asks for the layers. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const layer = () => close();
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [isOpen]);
}

export function hasLayers(): boolean {
  return layers.length > 0;
}

/** Closes the one on top. */
export function closeTopLayer(): void {
  layers.at(-1)?.();
}
