import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { showError } from "./toast.tsx";

/** A component whose code is loaded when it is needed for the first time. */
export class Lazily<Props> {
  readonly #load: () => Promise<ComponentType<Props>>;
  loaded: ComponentType<Props> | null = null;

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load;
  }

  async get(): Promise<ComponentType<Props>> {
    this.loaded ??= await this.#load();
    return this.loaded;
  }

  /** Loads it early, when the pointer is on the button that opens it. An error is reported when it is opened. */
  readonly preload = (): void => {
    this.get().catch(() => undefined);
  };
}

type LazyDialogProps<Props> = {
  of: Lazily<Props>;
  open: boolean;
  onClose: () => void;
  children: (Dialog: ComponentType<Props>) => ReactNode;
};

/**
 * A dialog whose code is loaded when it is first opened. If that fails, a toast says so and the dialog closes.
 */
export function LazyDialog<Props>({ of, open, onClose, children }: LazyDialogProps<Props>) {
  const [Dialog, setDialog] = useState(() => of.loaded);
  useEffect(() => {
    if (!open || Dialog !== null) return;
    let wanted = true;
    of.get().then(
      (component) => wanted && setDialog(() => component),
      () => {
        if (!wanted) return;
        onClose();
        showError("This could not be opened.", {
          description: "Nothing is lost. Please check your connection and try again.",
        });
      },
    );
    return () => {
      wanted = false;
    };
  }, [of, open, onClose, Dialog]);
  return Dialog === null ? null : children(Dialog);
}
