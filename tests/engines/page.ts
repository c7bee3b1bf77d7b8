import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Driver } from "./drivers.ts";

/** Far more than each step takes: the machine may be doing other things. */
const LIMIT_MS = 60_000;
const ELEMENTS = {
  button: "button",
  link: "a[href]",
  field: "input, textarea, select",
  menu: "[role=menu]",
  menuitem: "[role=menuitem]",
  dialog: "[role=dialog], [role=alertdialog], dialog[open]",
  castmember: "[role=dialog] button[aria-haspopup=dialog]",
  heading: "h1, h2, h3",
  text: "p, div, span, small",
};
export type Kind = keyof typeof ELEMENTS;

/** What the page says of an element: its middle, whether a press there reaches it, how opaque it is, whether all of it is in the window. */
type Seen = {
  x: number;
  y: number;
  isReached: boolean;
  hasFocus: boolean;
  opacity: number;
  isInWindow: boolean;
  /** Its content is wider than itself, or the page wider than the window. */
  overflows: boolean;
  box: string;
};

/** A page in any engine: finds elements by their names, presses what a person would press, and looks at what opened. */
export class Page {
  readonly driver: Driver;
  readonly origin: string;
  readonly #pictures: string;
  #taken = 0;

  constructor(driver: Driver, { origin, pictures }: { origin: string; pictures: string }) {
    this.driver = driver;
    this.origin = origin;
    this.#pictures = pictures;
    rmSync(pictures, { recursive: true, force: true });
    mkdirSync(pictures, { recursive: true });
  }

  async goto(address: string): Promise<void> {
    await this.driver.goto(this.origin + address);
    await this.#untilHydrated();
  }

  /** Before React has taken the page over, a press on a button is lost. It does so in one task, in which it also marks the elements. */
  async #untilHydrated(): Promise<void> {
    await this.until("the page's script does not run", () => {
      const elements = [document.querySelector("body *"), [...document.querySelectorAll("main *")].at(-1)];
      return elements.every(
        (element) => !element || Object.keys(element).some((key) => key.startsWith("__react")),
      );
    });
  }

  /** Presses an element as soon as nothing lies over it and it stays in its place. */
  async press(kind: Kind, name: string | RegExp): Promise<void> {
    let before: string | undefined;
    const seen = await this.#until(`${kind} ${name} could not be pressed`, async () => {
      const found = await this.#look(kind, name, true);
      const isAtRest = found?.box === before;
      before = found?.box;
      return found?.isReached && isAtRest ? found : null;
    });
    await this.driver.clickAt(seen.x, seen.y);
  }

  /** What loads late may move the field away from under the pointer. */
  async fill(name: string, text: string): Promise<void> {
    await this.#until(`field ${name} does not take the focus`, async () => {
      await this.press("field", name);
      return (await this.#look("field", name))?.hasFocus;
    });
    await this.driver.type(text);
  }

  async shows(kind: Kind, name: string | RegExp): Promise<void> {
    await this.#until(`${kind} ${name} was not shown`, () => this.#look(kind, name));
  }

  async hides(kind: Kind, name: string | RegExp): Promise<void> {
    await this.#until(`${kind} ${name} stayed`, async () => (await this.#look(kind, name)) === null);
  }

  /**
   * Waits until something that has opened can be seen: opaque, inside of the window, and no wider than itself, on a page that is no wider
   * than its window. Takes a picture of it.
   */
  async opens(kind: Kind, name: string | RegExp): Promise<void> {
    let last: Seen | null = null;
    await this.#until(
      () => `${kind} ${name} is not seen: ${JSON.stringify(last)}`,
      async () => {
        last = await this.#look(kind, name);
        return last !== null && last.opacity === 1 && last.isInWindow && !last.overflows;
      },
    );
    await this.takePicture(`${kind}-${name}`);
  }

  /** Waits until it has opened, as `opens` does, and closes it with Escape. */
  async opensAndCloses(kind: Kind, name: string | RegExp): Promise<void> {
    await this.opens(kind, name);
    await this.driver.press("Escape");
    await this.hides(kind, name);
  }

  /** Waits until a script in the page returns something true, and returns it. */
  until<Args extends unknown[], Result>(
    what: string,
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<NonNullable<Result>> {
    return this.#until(what, () => this.driver.run(script, ...args)) as Promise<NonNullable<Result>>;
  }

  async takePicture(name: string): Promise<void> {
    this.#taken += 1;
    const file = `${String(this.#taken).padStart(2, "0")}-${name.toLowerCase().replace(/[^a-z0-9]+/gu, "-")}.png`;
    writeFileSync(path.join(this.#pictures, file), await this.driver.picture());
  }

  async #until<Result>(what: string | (() => string), look: () => Promise<Result>) {
    for (const limit = Date.now() + LIMIT_MS; ; await wait(100)) {
      const result = await look();
      if (result) return result;
      if (Date.now() > limit) throw new Error(typeof what === "string" ? what : what());
    }
  }

  /** Finds the last element of this name that has a box: what opened last is last in the document. */
  #look(kind: Kind, name: string | RegExp, isScrolledTo = false): Promise<Seen | null> {
    const exact = typeof name === "string";
    return this.driver.run(
      (selector: string, pattern: string, isExact: boolean, scroll: boolean): Seen | null => {
        const clean = (text: string | null | undefined) => (text ?? "").replace(/\s+/gu, " ").trim();
        const nameOf = (element: Element) =>
          clean(
            element.getAttribute("aria-label") ??
              ("labels" in element && element.labels instanceof NodeList && element.labels.length > 0
                ? element.labels[0]?.textContent
                : element.hasAttribute("aria-labelledby")
                  ? document.getElementById(element.getAttribute("aria-labelledby") ?? "")?.textContent
                  : element.textContent),
          );
        const isIt = (element: Element) =>
          isExact ? nameOf(element) === pattern : new RegExp(pattern, "u").test(nameOf(element));
        const found = [...document.querySelectorAll(selector)]
          .filter((element) => element.getClientRects().length > 0 && isIt(element))
          .at(-1);
        if (found === undefined) return null;
        if (scroll) found.scrollIntoView({ block: "nearest", behavior: "instant" });
        const { left, top, right, bottom, width, height } = found.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const hit = document.elementFromPoint(x, y);
        const label = hit?.closest("label");
        let opacity = 1;
        for (let at: Element | null = found; at !== null; at = at.parentElement) {
          const style = getComputedStyle(at);
          opacity *= style.visibility === "hidden" ? 0 : Number(style.opacity);
        }
        const isDisabled = found.matches(":disabled, [aria-disabled=true]");
        const isReached =
          !isDisabled && hit !== null && (found.contains(hit) || (label?.contains(found) ?? false));
        // At an edge of the window a sticky header may lie over it.
        if (scroll && !isReached) found.scrollIntoView({ block: "center", behavior: "instant" });
        return {
          x,
          y,
          isReached,
          hasFocus: found === document.activeElement,
          opacity,
          isInWindow: left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5,
          overflows: [found, document.documentElement].some(
            ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
          ),
          box: [left, top, right, bottom].map(Math.round).join(" "),
        };
      },
      ELEMENTS[kind],
      exact ? name : name.source,
      exact,
      isScrolledTo,
    );
  }
}
