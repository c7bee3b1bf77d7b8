import { afterEach, expect, test, vi } from "vitest";
import { takeMediaKeys } from "#app/features/conversation/listen/media-keys.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A browser with a media session. Returns it, with what was set in it, and the sound that is played beside the speech. */
function fakeBrowser() {
  const handlers = new Map<string, (() => void) | null>();
  const session = {
    metadata: null as { title: string } | null,
    playbackState: "none",
    setActionHandler: (name: string, handler: (() => void) | null) => void handlers.set(name, handler),
  };
  const sound = { isPlaying: false };
  class Sound {
    play = async () => {
      sound.isPlaying = true;
    };
    pause = () => {
      sound.isPlaying = false;
    };
  }
  class Metadata {
    readonly title: string;
    constructor({ title }: { title: string }) {
      this.title = title;
    }
  }
  vi.stubGlobal("navigator", { mediaSession: session });
  vi.stubGlobal("Audio", Sound);
  vi.stubGlobal("MediaMetadata", Metadata);
  return { session, handlers, sound };
}

test("media keys do what the dock's own buttons do, and are given back at the end", () => {
  const { session, handlers, sound } = fakeBrowser();
  const pressed: string[] = [];
  const press = (name: string) => () => void pressed.push(name);
  const actions = { play: press("play"), pause: press("pause"), nexttrack: press("next") };
  const { show, release } = takeMediaKeys("The Ninth Signal", actions);
  expect(session.metadata?.title).toBe("The Ninth Signal");

  show(true);
  expect(session.playbackState).toBe("playing");
  expect(sound.isPlaying).toBe(true);
  for (const name of ["pause", "nexttrack"]) handlers.get(name)?.();
  expect(pressed).toEqual(["pause", "next"]);
  show(false);
  expect(session.playbackState).toBe("paused");
  expect(sound.isPlaying).toBe(false);
  handlers.get("play")?.();
  expect(pressed.at(-1)).toBe("play");

  show(true);
  release();
  expect([...handlers.values()]).toEqual([null, null, null]);
  expect(session).toMatchObject({ metadata: null, playbackState: "none" });
  expect(sound.isPlaying).toBe(false);
});

test("a browser without a media session speaks without media keys", () => {
  vi.stubGlobal("navigator", {});
  const { show, release } = takeMediaKeys("The Ninth Signal", { play: () => undefined });
  expect(() => {
    show(true);
    release();
  }).not.toThrow();
});
