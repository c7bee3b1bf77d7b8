import { type ComponentType, useEffect, useState } from "react";
import { showNotLoaded } from "./toaster.tsx";

type DialogProps = { open: boolean; onClose: () => void };

/**
 * Makes a dialog whose code is loaded when it is first opened. If the loading fails, a toast says so and the dialog closes.
 * Call it once, at the top of a module: a dialog that is made inside a component would lose its state at each render.
 * `preload` loads the code early, for example when the pointer is on the button that opens the dialog. It reports no error.
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

    useEffect(() => {
      if (!open || Dialog !== null) return;
      let wanted = true;
      get().then(
        (component) => wanted && setDialog(() => component),
        () => {
          if (!wanted) return;
          onClose();
          showNotLoaded();
        },
      );
      return () => {
        wanted = false;
      };
    }, [open, onClose, Dialog]);

    return Dialog && <Dialog {...props} />;
  }

  return Object.assign(LazyDialog, {
    preload: () => {
      get().catch(() => undefined);
    },
  });
}
