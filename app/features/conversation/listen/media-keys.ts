export type MediaActions = Partial<
  Record<"play" | "pause" | "stop" | "previoustrack" | "nexttrack", () => void>
>;

const RATE_HZ = 8_000;
const SECONDS = 10; // browsers give shorter sounds no media keys
const HEADER_BYTES = 44;
const SILENCE = 128;

/**
 * Media keys and the controls of a lock screen. Speech has neither, so a silent sound is played beside it. Returns functions that tell
 * what is played and whether it is playing, and that give the keys back.
 */
export function takeMediaKeys(actions: MediaActions) {
  if (!("mediaSession" in navigator)) return { show: () => undefined, release: () => undefined };
  const session = navigator.mediaSession;
  const source = URL.createObjectURL(new Blob([makeSilence()], { type: "audio/wav" }));
  const audio = new Audio(source);
  audio.loop = true;
  const names = Object.keys(actions) as (keyof MediaActions)[];
  for (const name of names) session.setActionHandler(name, actions[name] ?? null);
  return {
    show: (title: string, isPlaying: boolean) => {
      session.metadata = new MediaMetadata({ title, artist: "Talespark" });
      session.playbackState = isPlaying ? "playing" : "paused";
      if (isPlaying)
        audio.play().catch(() => undefined); // without it there are no keys, and all else works
      else audio.pause();
    },
    release: () => {
      audio.pause();
      audio.removeAttribute("src"); // else it may still read from the address that is gone
      audio.load();
      URL.revokeObjectURL(source);
      for (const name of names) session.setActionHandler(name, null);
      session.metadata = null;
      session.playbackState = "none";
    },
  };
}

/** A WAV file of one channel with 8 bits. */
function makeSilence(): Uint8Array<ArrayBuffer> {
  const length = RATE_HZ * SECONDS;
  const bytes = new Uint8Array(HEADER_BYTES + length).fill(SILENCE);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  write(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + length, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true); // the size of the format
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, RATE_HZ, true);
  view.setUint32(28, RATE_HZ, true); // bytes a second
  view.setUint16(32, 1, true); // bytes a sample
  view.setUint16(34, 8, true); // bits
  write(36, "data");
  view.setUint32(40, length, true);
  return bytes;
}
