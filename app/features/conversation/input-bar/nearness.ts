import type { FocusEvent, PointerEvent } from "react";

/** When the pointer comes this close to the button, in px, a click is likely. */
const NEAR_PX = 56;

type NearnessHandlers = {
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * Handlers for an element around buttons that are marked with `data-suggests`: `onNear` is called whenever the pointer moves
 * near one of them or one takes the focus. A finger is never near before it taps.
 */
export function createNearnessHandlers(onNear: () => void): NearnessHandlers {
  return {
    onPointerMove: ({ currentTarget, pointerType, clientX, clientY }) => {
      if (pointerType === "touch") return;
      const buttons = [...currentTarget.querySelectorAll("[data-suggests]")];
      if (buttons.some((button) => isNear(button.getBoundingClientRect(), clientX, clientY))) onNear();
    },
    onFocus: ({ target }) => {
      if (target.closest("[data-suggests]") !== null) onNear();
    },
  };
}

/** Whether a point lies in or near a box; one that is not shown has no size. */
function isNear({ left, right, top, bottom, width }: DOMRect, x: number, y: number): boolean {
  const dx = Math.max(left - x, 0, x - right);
  const dy = Math.max(top - y, 0, y - bottom);
  return width > 0 && Math.hypot(dx, dy) <= NEAR_PX;
}
