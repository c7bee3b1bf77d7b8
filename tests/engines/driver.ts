/** A browser, reduced to what the drivers of all engines can do: scripts in the page, a real pointer and a real keyboard. */
export type Driver = {
  goto(url: string): Promise<void>;
  /** Runs a function in the page. It sees only its arguments, and they and its result are JSON. */
  run<Args extends unknown[], Result>(
    script: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Presses the pointer at a point of the window. */
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Makes the window this large, or as narrow as the engine allows. */
  resize(width: number, height: number): Promise<void>;
  /** A PNG of what is in the window. */
  picture(): Promise<Buffer>;
  /** The errors in the console, each after the address of its page, as far as the engine tells them. */
  listErrors(): readonly string[];
  close(): Promise<void>;
};
export type Key = "Enter" | "Escape" | "Tab" | "ArrowDown";

export type Engine = {
  name: "firefox" | "webkit";
  /** The Debian packages that it needs, each with a program of it. */
  packages: Record<string, string>;
  open(): Promise<Driver>;
};
