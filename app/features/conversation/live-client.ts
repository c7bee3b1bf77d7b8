import {
  CLOSE_GONE,
  CLOSE_SESSION_ENDED,
  type ClientEventInput,
  decodeServerEvent,
  encode,
  PING,
  PONG,
  type ServerEvent,
} from "#domain/protocol.ts";

/** One line to the server. Whatever carries frames both ways can stand here. */
export type Transport = { send: (frame: string) => void; close: () => void };
export type TransportListener = {
  onOpen: () => void;
  onFrame: (frame: string) => void;
  /** The line is closed, or never opened. `code` is the WebSocket's close code. */
  onClose: (code: number) => void;
};
export type OpenTransport = (listener: TransportListener) => Transport;

/** `signed-out` and `gone` are final: the client does not try again. */
export type ConnectionStatus = "connecting" | "open" | "reconnecting" | "signed-out" | "gone";

/** What a line that was refused can be told apart by: a browser hides the refusal's status. */
export type Reachability = "reachable" | "signed-out" | "gone" | "unreachable";

export type LiveClientOptions = {
  storyId: string;
  openTransport: OpenTransport;
  /** What the page holds of a running text. */
  have: () => { messageId: string; offset: number } | null;
  onEvent: (event: ServerEvent) => void;
  onStatus: (status: ConnectionStatus) => void;
  /** Asked when a line was refused before it opened. */
  probe: () => Promise<Reachability>;
  random?: () => number;
};

export type LiveClient = {
  start: () => void;
  /** Sent now or when the line is back; one with a `requestId` again and again until it has been answered for good. */
  send: (event: ClientEventInput) => void;
  /** Asks for what is missing of the running text. */
  rejoin: () => void;
  /** The network or the person is back: connect at once, or check that the line still lives. */
  wake: () => void;
  close: () => void;
};

export const RETRY_MIN_MS = 500;
export const RETRY_MAX_MS = 15_000;
/** Phones and proxies drop silent lines after 30 to 60 s. */
export const PING_EVERY_MS = 25_000;
/** A line that has not answered a ping or a join by then is dead. */
export const ANSWER_WITHIN_MS = 10_000;
/** The specification's limit of one attempt to connect. */
export const CONNECT_WITHIN_MS = 20_000;

type Timer = ReturnType<typeof setTimeout>;
type Outgoing = { event: ClientEventInput; requestId: string | null };

/** The client of one conversation's wire, without any framework. */
export function createLiveClient(options: LiveClientOptions): LiveClient {
  const { storyId, openTransport, have, onEvent, onStatus, probe, random = Math.random } = options;
  let transport: Transport | null = null;
  let connection = 0; // answers of an earlier line are not listened to
  let opened = false;
  let joined = false;
  let ended = false;
  let attempt = 0;
  let outbox: Outgoing[] = [];
  let retryTimer: Timer | undefined;
  let answerTimer: Timer | undefined;
  let pingTimer: Timer | undefined;

  function connect(): void {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    connection += 1;
    const mine = connection;
    const ifCurrent = (run: () => void) => {
      if (mine === connection && !ended) run();
    };
    opened = false;
    joined = false;
    awaitAnswer(CONNECT_WITHIN_MS);
    transport = openTransport({
      onOpen: () => ifCurrent(onOpen),
      onFrame: (frame) => ifCurrent(() => onFrame(frame)),
      onClose: (code) => ifCurrent(() => void onClose(code)),
    });
  }

  function onOpen(): void {
    opened = true;
    sendJoin();
    clearInterval(pingTimer);
    pingTimer = setInterval(ping, PING_EVERY_MS);
  }

  function sendJoin(): void {
    const held = have();
    transport?.send(encode({ type: "join-story", storyId, ...(held ? { have: held } : {}) }));
    awaitAnswer(ANSWER_WITHIN_MS);
  }

  function ping(): void {
    transport?.send(PING);
    awaitAnswer(ANSWER_WITHIN_MS);
  }

  function awaitAnswer(ms: number): void {
    clearTimeout(answerTimer);
    answerTimer = setTimeout(dropLine, ms);
  }

  /** The line is silent: a close handshake would be as silent, so it is not waited for. */
  function dropLine(): void {
    transport?.close();
    void onClose(1006);
  }

  function onFrame(frame: string): void {
    clearTimeout(answerTimer);
    if (frame === PONG) return;
    const decoded = decodeServerEvent(frame);
    // A newer server may say what this page does not know yet.
    if (!decoded.ok) return;
    const { event } = decoded;
    if (event.type === "stream-complete" || event.type === "stream-error") settle(event.requestId);
    onEvent(event);
    if (event.type === "joined" && !joined) {
      joined = true;
      attempt = 0;
      onStatus("open");
      flush();
    }
  }

  function settle(requestId: string | undefined): void {
    if (requestId !== undefined) outbox = outbox.filter((entry) => entry.requestId !== requestId);
  }

  function flush(): void {
    for (const { event } of outbox) transport?.send(encode(event));
    outbox = outbox.filter((entry) => entry.requestId !== null);
  }

  async function onClose(code: number): Promise<void> {
    const refused = !opened;
    connection += 1; // a line that was dropped reports its own end later: that is old news
    const mine = connection;
    stopTimers();
    transport = null;
    if (code === CLOSE_SESSION_ENDED) return end("signed-out");
    if (code === CLOSE_GONE) return end("gone");
    opened = false;
    joined = false;
    onStatus(attempt === 0 && refused ? "connecting" : "reconnecting");
    if (refused) {
      const reach = await probe();
      if (ended || mine !== connection) return;
      if (reach === "signed-out" || reach === "gone") return end(reach);
    }
    const wait = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** attempt);
    attempt += 1;
    if (attempt > 1) onStatus("reconnecting");
    // Half of it at random: a server that comes back is not met by everybody at once.
    retryTimer = setTimeout(connect, wait / 2 + (wait / 2) * random());
  }

  function end(status: "signed-out" | "gone"): void {
    ended = true;
    stopTimers();
    onStatus(status);
  }

  function stopTimers(): void {
    clearTimeout(retryTimer);
    clearTimeout(answerTimer);
    clearInterval(pingTimer);
    retryTimer = undefined;
  }

  return {
    start: () => {
      if (transport === null && !ended) connect();
    },
    send: (event) => {
      const requestId = "requestId" in event ? event.requestId : null;
      if (joined) transport?.send(encode(event));
      if (!joined || requestId !== null) outbox.push({ event, requestId });
    },
    rejoin: () => {
      if (opened) sendJoin();
    },
    wake: () => {
      if (ended) return;
      if (retryTimer !== undefined) connect();
      else if (joined) ping();
    },
    close: () => {
      ended = true;
      stopTimers();
      transport?.close();
      transport = null;
    },
  };
}
