/*
 * The one script of a reading copy's page, about 1 kB: it counts the reader, asks for what is written meanwhile, and says up to which line
 * a story of one's own begins. The page is whole without it.
 */

import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

const SIZE_KEY = "talespark:copy-size";
const RETRY_MS = [2_000, 10_000, 60_000];
const PING_MS = 30_000;
/** A second click within this time begins no second story: a long copy takes some seconds to become one. */
const AGAIN_AFTER_MS = 10_000;
/** Many read at once: not all of them ask for the new passage in the same moment. */
const SPREAD_MS = 1_500;

/** The number of passages that the server told last. */
let lastCount = 0;
const { pathname, host, protocol } = location;
const copy = document.querySelector<HTMLElement>("[data-copy]");

if (copy) {
  countReader(copy);
  keepSize();
  chooseLine(copy);
  if (copy.dataset["grows"] !== undefined) follow(copy, 0);
}

function countReader(copy: HTMLElement): void {
  const count = (step: "begun" | "finished") => navigator.sendBeacon(`${pathname}/readers`, step);
  if (copy.dataset["page"] === "1") count("begun");
  const ends = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    ends.disconnect();
    grown.disconnect();
    count("finished");
  });
  const observeEnd = () => {
    const end = copy.querySelector("[data-end]");
    if (end) ends.observe(end);
  };
  // A copy that grows gets another end.
  const grown = new MutationObserver(observeEnd);
  grown.observe(copy, { childList: true });
  observeEnd();
}

/** The size of the text, for the other pages of this tab. */
function keepSize(): void {
  const kept = readKept("session", SIZE_KEY);
  for (const choice of document.querySelectorAll<HTMLInputElement>("[name=size]")) {
    if (choice.value === kept) choice.checked = true;
    choice.addEventListener("change", () => keepText("session", SIZE_KEY, choice.value));
  }
}

/** The last passage that begins in the window is the last one of the copy. */
function chooseLine(copy: HTMLElement): void {
  let sentAt = -AGAIN_AFTER_MS;
  document.addEventListener("submit", (event) => {
    const { target, timeStamp } = event;
    const field = target instanceof HTMLFormElement ? target.elements.namedItem("upTo") : null;
    if (!(field instanceof HTMLInputElement)) return;
    if (timeStamp < sentAt + AGAIN_AFTER_MS) return event.preventDefault();
    sentAt = timeStamp;
    const shown = [...copy.querySelectorAll<HTMLElement>("[data-number]")];
    const line = shown.findLast((passage) => passage.getBoundingClientRect().top < innerHeight) ?? shown[0];
    if (line) field.value = line.dataset["number"] ?? field.value;
  });
}

/** Listens for how many passages there are now. After three failures in a row it gives up: a reload shows all. */
function follow(copy: HTMLElement, failures: number): void {
  const socket = new WebSocket(
    `${protocol === "http:" ? "ws" : "wss"}://${host}/live/shares/${pathname.slice(3)}`,
  );
  const ping = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("ping"), PING_MS);
  let failed = failures + 1;
  socket.onmessage = ({ data }) => {
    failed = 0;
    const count = readCount(data);
    if (count === 0) return;
    lastCount = count;
    if (count !== Number(copy.dataset["count"]))
      setTimeout(() => void update(copy, count), Math.random() * SPREAD_MS);
  };
  socket.onclose = ({ code }) => {
    clearInterval(ping);
    const wait = RETRY_MS[failed];
    if (code < 4_000 && wait !== undefined) setTimeout(() => follow(copy, failed), wait);
  };
}

function readCount(frame: unknown): number {
  if (typeof frame !== "string" || !frame.startsWith("{")) return 0;
  const told: unknown = JSON.parse(frame);
  return typeof told === "object" && told !== null && "count" in told ? Number(told.count) : 0;
}

/** Takes the passages from the page as the server renders it now. */
async function update(copy: HTMLElement, count: number): Promise<void> {
  const answer = await fetch(`${pathname}?page=${copy.dataset["page"]}&count=${count}`).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector<HTMLElement>("[data-copy]");
  // The server has told another number since, or will tell one.
  if (!fresh || Number(fresh.dataset["count"]) !== lastCount) return;
  const passages = copy.querySelector("[data-passages]");
  for (const passage of copy.querySelectorAll("[data-number]"))
    if (!fresh.querySelector(`#${passage.id}`)) passage.remove();
  for (const passage of fresh.querySelectorAll("[data-number]")) {
    const shown = document.getElementById(passage.id);
    if (shown === null) passages?.insertAdjacentElement("beforeend", passage);
    else if (shown.textContent !== passage.textContent) shown.replaceWith(passage); // written anew
  }
  for (const part of fresh.querySelectorAll<HTMLElement>("[data-part]")) {
    copy.querySelector(`[data-part="${part.dataset["part"]}"]`)?.replaceWith(part);
  }
  copy.dataset["count"] = String(lastCount);
}
