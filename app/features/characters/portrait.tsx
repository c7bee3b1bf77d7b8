import { useState } from "react";
import type { CharacterRecord } from "#domain/character.ts";
import { THUMBNAIL_SIZE } from "#domain/portraits.ts";
import { Emblem } from "./emblem.tsx";
import styles from "./portrait.module.css";

/** What a picture is made of. */
export type Pictured = Pick<CharacterRecord, "name"> & {
  metadata: Pick<CharacterRecord["metadata"], "images" | "emblem">;
};

type PortraitProps = {
  character: Pictured;
  /** In px; up to the size of a thumbnail that is what is loaded. */
  width: number;
};

/** Somebody's picture in an arch; their emblem where there is none, or it can't be loaded. */
export function Portrait({ character: { name, metadata }, width }: PortraitProps) {
  const { images, emblem } = metadata;
  const { primary } = images;
  const url = primary && (width * 1.5 <= THUMBNAIL_SIZE ? primary.thumbnailUrl : primary.url);
  const [failed, setFailed] = useState<string | null>(null);
  if (primary === null || url === null || failed === url) {
    return <Emblem name={name} emblem={emblem} style={emblem.style} width={width} />;
  }
  return (
    <span className={styles.portrait} style={{ width }}>
      <img
        className="block full-width full-height"
        src={url}
        alt={`Portrait of ${name}`}
        width={width}
        height={Math.round((width * 146) / 116)}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(url)}
      />
    </span>
  );
}
