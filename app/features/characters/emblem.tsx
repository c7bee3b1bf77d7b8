import { type CSSProperties, useId } from "react";
import { type EmblemDesign, MOTIF_DRAWINGS, toInitials } from "#domain/choose-emblem.ts";
import type { ArtStyle } from "#domain/portraits.ts";
import styles from "./emblem.module.css";

/** In px: below the first a motif is a blot, below the second the layouts can't be told apart. */
const MOTIF_FROM = 32;
const LAYOUT_FROM = 64;

/** The frame, on a grid of 240 to 302. */
function toArch(inset: number): string {
  const width = 240 - 2 * inset;
  return `M${inset} ${302 - inset}V120a${width / 2} ${width / 2} 0 0 1 ${width} 0V${302 - inset}z`;
}

type EmblemProps = {
  /** Empty: of somebody who has none yet; then it is not announced. */
  name: string;
  emblem: EmblemDesign;
  /** The treatment: the art style that was chosen for the person's pictures. */
  style?: ArtStyle;
  /** In px. */
  width: number;
};

/** Stands for a person of whom there is no picture: initials, a motif and a hue, in one of six treatments. It is no likeness. */
export function Emblem({ name, emblem, style = "realistic", width }: EmblemProps) {
  const id = useId();
  const hue = { width, "--hue": emblem.hue } as CSSProperties & Record<`--${string}`, number>;
  return (
    <span className={styles.emblem} style={hue} data-style={style}>
      <svg viewBox="0 0 240 302" role="img" aria-label={name} aria-hidden={name === "" || undefined}>
        <rect className={styles.ground} width="240" height="302" />
        <Texture style={style} id={id} />
        {width >= LAYOUT_FROM && <path className={styles.keyline} d={toArch(12)} />}
        <Device
          name={name}
          emblem={emblem}
          width={width}
          fill={style === "digital-art" ? `url(#${id})` : undefined}
        />
      </svg>
    </span>
  );
}

type DeviceProps = Pick<EmblemProps, "name" | "emblem" | "width"> & { fill: string | undefined };

/** The letters and the motif. */
function Device({ name, emblem: { motif, layout }, width, fill }: DeviceProps) {
  const initials = toInitials(name);
  const [first = "", ...rest] = initials;
  const second = rest.join("");
  const isOne = second === "";
  if (initials === "") return <Motif motif={motif} x={120} y={160} size={130} />;
  if (layout === "between" && !isOne && width >= LAYOUT_FROM) {
    return (
      <>
        <path className={styles.rule} d="M52 180L190 166" />
        <Motif motif={motif} x={72} y={226} size={62} />
        <Letters x={104} y={152} size={100} text={first} fill={fill} />
        <Letters x={160} y={254} size={100} text={second} fill={fill} />
      </>
    );
  }
  const { place, one, more } = PLACES[width < LAYOUT_FROM ? "small" : layout];
  return (
    <>
      {width >= MOTIF_FROM && <Motif motif={motif} x={120} {...place} />}
      <Letters x={120} {...(isOne ? one : fitPair(more, initials))} text={initials} fill={fill} />
    </>
  );
}

const BELOW = { place: { y: 226, size: 78 }, one: { y: 168, size: 118 }, more: { y: 160, size: 96 } };

/** Where the motif, `one` letter or `more` of them stand in each layout. `small`: at this size all layouts look the same. */
const PLACES = {
  small: {
    place: { y: 158, size: 186, behind: true },
    one: { y: 208, size: 148 },
    more: { y: 200, size: 122 },
  },
  behind: {
    place: { y: 160, size: 188, behind: true },
    one: { y: 206, size: 138 },
    more: { y: 198, size: 112 },
  },
  above: { place: { y: 98, size: 82 }, one: { y: 240, size: 118 }, more: { y: 230, size: 94 } },
  below: BELOW,
  between: BELOW,
};

/** Room for two letters between the sides of the frame. A letter is about 0.75 of the size wide, those here 1.05. */
const PAIR_WIDTH = 184;
const WIDE_LETTERS = /[MWÆŒ]/g;

/** The same place, in a smaller size where the letters are wide. */
function fitPair<Place extends { size: number }>(place: Place, letters: string): Place {
  const wide = letters.match(WIDE_LETTERS)?.length ?? 0;
  return { ...place, size: Math.min(place.size, PAIR_WIDTH / (1.5 + 0.3 * wide)) };
}

type LettersProps = { x: number; y: number; size: number; text: string; fill: string | undefined };

function Letters({ x, y, size, text, fill }: LettersProps) {
  return (
    <text className={styles.letters} x={x} y={y} fontSize={size} fill={fill}>
      {text}
    </text>
  );
}

type MotifProps = { motif: EmblemDesign["motif"]; x: number; y: number; size: number; behind?: boolean };

function Motif({ motif, x, y, size, behind }: MotifProps) {
  const { fill, line, width = 6 } = MOTIF_DRAWINGS[motif];
  return (
    <g
      className={styles.motif}
      data-behind={behind || undefined}
      transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`}
    >
      {fill && <path d={fill} fill="currentColor" fillRule="evenodd" />}
      {line && (
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          strokeWidth={width}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </g>
  );
}

/** What lies on the ground: cloth, dots, facets, strokes of a brush, washes, hatching. `id` is that of its pattern or gradient. */
function Texture({ style, id }: { style: ArtStyle; id: string }) {
  const whole = <rect width="240" height="302" fill={`url(#${id})`} />;
  switch (style) {
    case "realistic":
      return (
        <>
          <pattern id={id} width="240" height="4" patternUnits="userSpaceOnUse">
            <path className={styles.thread} d="M0 1h240" />
          </pattern>
          {whole}
        </>
      );
    case "anime":
      return DOT_ROWS.map((row) => (
        <path
          key={row}
          className={styles.dots}
          d={`M${row % 2 ? 7 : 0} ${178 + row * 12.5}h252`}
          strokeWidth={1.6 + row * 1.15}
        />
      ));
    case "digital-art":
      return (
        <>
          <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="90" y1="140" x2="150" y2="160">
            <stop className={styles.lit} offset=".5" />
            <stop className={styles.shaded} offset=".5" />
          </linearGradient>
          <path className={styles.facetOne} d="M0 210L120 60l40 90L30 302H0z" />
          <path className={styles.facetTwo} d="M150 0L90 302h150V120z" />
          <path className={styles.facetOne} d="M160 190l80-70v150z" />
        </>
      );
    case "oil-painting":
      return (
        <>
          <pattern
            id={id}
            width="96"
            height="74"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(-27)"
          >
            <path
              className={styles.brushDark}
              d="M-8 12q20-7 46 0M52 30q22 6 50-2M10 60q26-7 44 2M70 66q16 5 34-1"
            />
            <path className={styles.brushTinted} d="M44 8q20-5 38 2M4 38q18 6 40 0M58 50q14-5 30 1" />
          </pattern>
          {whole}
        </>
      );
    case "watercolor":
      return (
        <>
          <path
            className={styles.washOne}
            d="M40 92c24-44 92-62 136-34 40 26 50 92 30 138-22 48-92 62-138 36C26 208 14 140 40 92z"
          />
          <path
            className={styles.washTwo}
            d="M104 168c30-30 84-24 102 12 16 34-8 76-50 82-46 6-84-56-52-94z"
          />
          <path className={styles.washThree} d="M32 96c18-34 66-38 84-8 16 28-6 64-40 66-36 2-60-28-44-58z" />
        </>
      );
    case "sketch":
      return (
        <>
          <pattern id={id} width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">
            <path className={styles.hatch} d="M1 0v9" />
          </pattern>
          <path d="M0 302V192L240 112v190z" fill={`url(#${id})`} />
          <path className={styles.keyline} d={toArch(6)} />
        </>
      );
  }
}

const DOT_ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
