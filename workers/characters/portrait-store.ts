import { PORTRAIT_SIZE, THUMBNAIL_SIZE, toPortraitPrefix } from "#domain/portraits.ts";
import type { Log } from "../logging.ts";
import { scalePicture } from "../pictures/scale-picture.ts";
import { readPicture, type StoredPicture } from "../pictures/stored-pictures.ts";

export const PORTRAIT_SIZES = [PORTRAIT_SIZE, THUMBNAIL_SIZE] as const;
export type PortraitSize = (typeof PORTRAIT_SIZES)[number];

type PortraitStoreParts = { bucket: R2Bucket; images: ImagesBinding; log: Log };

/** A portrait as it is stored, as WebP: for the pages, and for lists. `byteLength`: of both. */
export type ScaledPortrait = { large: ArrayBuffer; small: ArrayBuffer; byteLength: number };

/** Pictures of characters in R2: two sizes, as WebP, under a key that nobody can guess. */
export class PortraitStore {
  readonly #parts: PortraitStoreParts;

  constructor(parts: PortraitStoreParts) {
    this.#parts = parts;
  }

  /** Scales a picture and stores nothing. Throws IMAGE_FAILED for one that can't be decoded. */
  async scale(bytes: Uint8Array<ArrayBuffer>): Promise<ScaledPortrait> {
    const large = await scalePicture(this.#parts, bytes, toSquare(PORTRAIT_SIZE));
    const small = await scalePicture(this.#parts, large, toSquare(THUMBNAIL_SIZE));
    return { large, small, byteLength: large.byteLength + small.byteLength };
  }

  /** Returns the key of the stored portrait. */
  async put(characterId: string, { large, small }: ScaledPortrait): Promise<string> {
    const key = `${toPortraitPrefix(characterId)}${crypto.randomUUID().replaceAll("-", "")}`;
    const webp = { httpMetadata: { contentType: "image/webp" } };
    await Promise.all([
      this.#parts.bucket.put(`${key}/${PORTRAIT_SIZE}`, large, webp),
      this.#parts.bucket.put(`${key}/${THUMBNAIL_SIZE}`, small, webp),
    ]);
    return key;
  }

  /** `null`: it is not there. The small one falls back to the large one. */
  async get(key: string, size: PortraitSize): Promise<StoredPicture | null> {
    const { bucket } = this.#parts;
    const wanted = await readPicture(bucket, `${key}/${size}`);
    return wanted ?? readPicture(bucket, `${key}/${PORTRAIT_SIZE}`);
  }

  /** The large one as a PNG, for what takes nothing else; `null` where there is none, or it can't be turned into one. */
  async readPng(key: string): Promise<Uint8Array | null> {
    const { bucket, images } = this.#parts;
    const object = await bucket.get(`${key}/${PORTRAIT_SIZE}`);
    if (object === null) return null;
    if (object.httpMetadata?.contentType === "image/png") return new Uint8Array(await object.arrayBuffer());
    const converted = await images.input(object.body).output({ format: "image/png" });
    return new Uint8Array(await converted.response().arrayBuffer());
  }

  /** Deletes both sizes. Safe to repeat. */
  async remove(key: string): Promise<void> {
    await this.#parts.bucket.delete(PORTRAIT_SIZES.map((size) => `${key}/${size}`));
  }
}

function toSquare(size: number): ImageTransform {
  return { width: size, height: size, fit: "cover" };
}
