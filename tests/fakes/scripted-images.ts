import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import { json } from "./http.ts";

/** Instructions that a test writes into a prompt as `#image {…}`. */
const scriptSchema = v.object({
  /**
   * Finds the request at `/image-log?id=`; other requests are found by words of their prompt at `/image-log?about=`.
   */
  id: v.optional(v.string(), ""),
  fault: v.optional(
    v.picklist([
      "status-500",
      "status-429",
      "refused",
      "hang",
      "cut",
      "not-json",
      "no-image",
      "svg",
      "huge",
      "endless",
      "policy",
      "strict",
      "addresses",
      "redirect",
    ]),
  ),
  kind: v.optional(v.picklist(["png", "jpeg", "webp"]), "png"),
});

const KINDS = {
  /** One pixel, which every decoder accepts. */
  png: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 0xff, 0xd9]),
  webp: Buffer.from("RIFF\x1a\0\0\0WEBPVP8L\r\0\0\0/\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0", "latin1"),
};
/** A server with this model answers with pictures that can't be decoded. */
const BROKEN_IMAGES = "scripted-broken-images";
const STRANGE = ["seed", "steps", "size", "response_format"];

export type LoggedImageRequest = { id: string; authorization: string | null; body: Record<string, unknown> };

/** The image calls of the scripted model server: they follow `#image {…}` in the prompt. It draws nothing. */
export class ScriptedImages {
  readonly #log: LoggedImageRequest[] = [];

  takes({ url = "" }: IncomingMessage): boolean {
    return url.endsWith("/images/generations") || url.startsWith("/image-log");
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET") {
      const asked = new URL(request.url ?? "", "http://localhost").searchParams;
      const about = asked.get("about");
      const isWanted = ({ id, body }: LoggedImageRequest) =>
        about === null ? id === asked.get("id") : String(body["prompt"]).includes(about);
      return json(response, 200, this.#log.filter(isWanted));
    }
    const body = v.parse(
      v.looseObject({ prompt: v.string(), model: v.string() }),
      JSON.parse(await text(request)),
    );
    const script = v.parse(scriptSchema, JSON.parse(/#image (\{.*\})/u.exec(body.prompt)?.[1] ?? "{}"));
    this.#log.push({ id: script.id, authorization: request.headers.authorization ?? null, body });
    switch (script.fault) {
      case "status-500":
        return json(response, 500, { error: { message: "The model fell over." } });
      case "status-429":
        return json(response, 429, { error: { message: "Too many requests." } });
      case "refused":
        return void response.destroy();
      case "hang":
        return;
      case "cut":
        response.writeHead(200, { "Content-Type": "application/json" });
        response.write('{"data":[{"b64_json":"iVBOR');
        return void setImmediate(() => response.destroy());
      case "not-json":
        return void response.end("<html>Bad gateway</html>");
      case "no-image":
        return json(response, 200, { created: 0, data: [] });
      case "svg":
        return image(response, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
      case "huge":
        return image(response, Buffer.concat([KINDS.png, Buffer.alloc(9 * 1024 * 1024)]));
      case "endless":
        return pourForEver(response);
      case "policy":
        return json(response, 400, {
          error: { code: "content_policy_violation", message: "Your request was rejected." },
        });
      case "strict": {
        const strange = STRANGE.find((name) => name in body);
        if (strange === undefined) return image(response, KINDS.png);
        return json(response, 400, {
          error: { code: "unknown_parameter", message: `Unknown parameter: '${strange}'.` },
        });
      }
      case "addresses": {
        const strange = STRANGE.find((name) => name in body && name !== "response_format");
        if (strange !== undefined)
          return json(response, 400, { code: "400", error: `Argument not supported: ${strange}` });
        if (body["response_format"] === "b64_json") return image(response, KINDS.jpeg);
        return json(response, 200, { data: [{ url: "http://127.0.0.1:1/a-picture.jpeg" }] });
      }
      case "redirect":
        response.writeHead(307, { Location: "/elsewhere/images/generations" });
        return void response.end();
      default:
        return image(response, KINDS[body.model === BROKEN_IMAGES ? "jpeg" : script.kind]);
    }
  }
}

function image(response: ServerResponse, bytes: Buffer): void {
  json(response, 200, { created: 0, data: [{ b64_json: bytes.toString("base64") }] });
}

function pourForEver(response: ServerResponse): void {
  const chunk = "A".repeat(256 * 1024);
  response.writeHead(200, { "Content-Type": "application/json" });
  response.write('{"data":[{"b64_json":"');
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", pour);
  pour();
}
