import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { showNotLoaded } from "./show-toast.tsx";

type DialogProps = { open: boolean; onClose: () => void };

/** The last value that was not `null`. A dialog shows it while it closes, so that its content does not change during the animation. */
export function useLast<T>(now: T | null): T | null {
  const [last, setLast] = useState(now);
  if (now !== null && now !== last) setLast(now);
  return now ?? last;
}

/**
 * Makes a dialog whose code is loaded when it is first opened. If the loading fails, a toast says so and the dialog closes.
 * Call it once, at the top of a module: a dialog that is made inside a component would lose its state at each render.
 * `preload` loads the code early, for example when the pointer is on the button that opens the dialog. It reports no error. `whenLoaded`
 * is for what must not change the page before the dialog can be drawn.
 */
export function makeLazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;

  async function get(): Promise<ComponentType<Props>> {
    loaded ??= await load();
    return loaded;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: it is made once, when its module is loaded
  function LazyDialog(props: Props) {
    const { open, onClose } = props;
    const [Dialog, setDialog] = useState(() => loaded);
    const fail = useEffectEvent(() => {
      onClose();
      showNotLoaded();
    });

    useEffect(() => {
      if (!open || Dialog !== null) return;
      let wanted = true;
      get().then(
        (component) => wanted && setDialog(() => component),
        () => wanted && fail(),
      );
      return () => {
        wanted = false;
      };
    }, [open, Dialog]);

    return Dialog && <Dialog {...props} />;
  }

  return Object.assign(LazyDialog, {
    preload: () => {
      get().catch(() => undefined);
    },
    whenLoaded: (use: () => void) => {
      get().then(use, showNotLoaded);
    },
  });
}
