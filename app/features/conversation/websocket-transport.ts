import type { OpenTransport } from "./live-client.ts";

/** A WebSocket to a path of our own origin. The session cookie says who is calling. */
export function webSocketTransport(path: string): OpenTransport {
  return (listener) => {
    const url = new URL(path, window.location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    socket.onopen = () => listener.onOpen();
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") listener.onFrame(data);
    };
    socket.onclose = ({ code }) => listener.onClose(code);
    return {
      send: (frame) => {
        // A closing socket drops what is sent; what matters is sent again after the reconnect.
        if (socket.readyState === WebSocket.OPEN) socket.send(frame);
      },
      close: () => socket.close(),
    };
  };
}
