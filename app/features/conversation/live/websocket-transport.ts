import { encode, PING, PONG } from "#domain/protocol.ts";
import { CLOSE_ABNORMAL, type OpenTransport } from "./transport.ts";

/** A WebSocket to a path of our own origin. The session cookie says who is calling. */
export function webSocketTransport(path: string): OpenTransport {
  return (listener) => {
    const socket = openSocket(path);
    if (socket === null) {
      queueMicrotask(() => listener.onClose(CLOSE_ABNORMAL));
      return { send: () => undefined, ping: () => undefined, close: () => undefined };
    }
    socket.onopen = () => listener.onOpen();
    socket.onmessage = ({ data }) => {
      if (data === PONG) listener.onAlive();
      else if (typeof data === "string") listener.onFrame(data);
    };
    socket.onclose = ({ code }) => listener.onClose(code);
    const send = (frame: string) => {
      // A closing socket drops what is sent; what matters is sent again after the reconnect.
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    };
    return { send: (event) => send(encode(event)), ping: () => send(PING), close: () => socket.close() };
  };
}

/** `null` where the browser or an extension forbids sockets altogether. */
function openSocket(path: string): WebSocket | null {
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  try {
    return new WebSocket(url);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
