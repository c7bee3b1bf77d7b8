import { AppError } from "#domain/errors.ts";
import { PORTRAIT_SIZE, type PortraitMediaType, THUMBNAIL_SIZE } from "#domain/portraits.ts";
import { sniffImageType } from "../ai/image-bytes.ts";
import type { Log } from "../logging.ts";

export const PORTRAIT_SIZES = [PORTRAIT_SIZE, THUMBNAIL_SIZE] as const;
export type PortraitSize = (typeof PORTRAIT_SIZES)[number];

type PortraitStoreParts = {
  bucket: R2Bucket;
  /** `undefined`: pictures are kept as they come, in one size. */
  images: ImagesBinding | undefined;
  log: Log;
};

/** What the keys of all portraits of a character begin with. */
export function toPortraitPrefix(characterId: string): string {
  return `portraits/${characterId}/`;
}

/** A portrait to be sent. */
export type StoredPortrait = { body: ReadableStream; mediaType: string; etag: string };

/**
 * Pictures of characters in R2: two sizes, as WebP, under a key that nobody can guess. Where pictures can't be scaled, the one
 * that came stands for both.
 */
export class PortraitStore {
  readonly #parts: PortraitStoreParts;

  constructor(parts: PortraitStoreParts) {
    this.#parts = parts;
  }

  /** Keeps a picture. Returns its key. Throws IMAGE_FAILED for what is no picture. */
  async put(characterId: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const mediaType = sniffImageType(bytes);
    if (mediaType === null) throw new AppError("IMAGE_FAILED");
    const key = `${toPortraitPrefix(characterId)}${crypto.randomUUID().replaceAll("-", "")}`;
    const [large, small] = await Promise.all(
      PORTRAIT_SIZES.map((size) => this.#scale(bytes, mediaType, size)),
    );
    await Promise.all([
      this.#write(`${key}/${PORTRAIT_SIZE}`, large ?? { bytes, mediaType }),
      ...(small ? [this.#write(`${key}/${THUMBNAIL_SIZE}`, small)] : []),
    ]);
    return key;
  }

  /** `null`: it is not there. The small one falls back to the large one. */
  async get(key: string, size: PortraitSize): Promise<StoredPortrait | null> {
    const { bucket } = this.#parts;
    const object = (await bucket.get(`${key}/${size}`)) ?? (await bucket.get(`${key}/${PORTRAIT_SIZE}`));
    if (object === null) return null;
    const { body, httpEtag: etag, httpMetadata } = object;
    return { body, etag, mediaType: httpMetadata?.contentType ?? "application/octet-stream" };
  }

  /** The large one as a PNG, for what takes nothing else; `null` where there is none, or it can't be turned into one. */
  async readPng(key: string): Promise<Uint8Array | null> {
    const { bucket, images } = this.#parts;
    const object = await bucket.get(`${key}/${PORTRAIT_SIZE}`);
    if (object === null) return null;
    if (object.httpMetadata?.contentType === "image/png") return new Uint8Array(await object.arrayBuffer());
    if (images === undefined) return null;
    const converted = await images.input(object.body).output({ format: "image/png" });
    return new Uint8Array(await converted.response().arrayBuffer());
  }

  /** Both sizes; again it changes nothing. */
  async remove(key: string): Promise<void> {
    await this.#parts.bucket.delete(PORTRAIT_SIZES.map((size) => `${key}/${size}`));
  }

  async #write(key: string, { bytes, mediaType }: { bytes: ArrayBuffer | Uint8Array; mediaType: string }) {
    await this.#parts.bucket.put(key, bytes, { httpMetadata: { contentType: mediaType } });
  }

  /** Square, as WebP; `null` if the conversion fails, which is logged and only costs bytes. */
  async #scale(bytes: Uint8Array<ArrayBuffer>, mediaType: PortraitMediaType, size: number) {
    const { images, log } = this.#parts;
    if (images === undefined) return null;
    try {
      const picture = new Blob([bytes], { type: mediaType }).stream();
      const scaled = await images
        .input(picture)
        .transform({ width: size, height: size, fit: "cover" })
        .output({ format: "image/webp", quality: 85 });
      return { bytes: await scaled.response().arrayBuffer(), mediaType: "image/webp" };
    } catch (error) {
      log("warn", "portrait.scale", { size, cause: error instanceof Error ? error.name : "unknown" });
      return null;
    }
  }
}
