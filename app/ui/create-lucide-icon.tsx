import type { ComponentProps } from "react";

type IconData = {
  name: string;
  size: number;
  node: readonly (readonly [
    "path" | "circle" | "rect" | "line" | "polyline" | "polygon" | "ellipse",
    object,
  ])[];
};
type IconProps = ComponentProps<"svg"> & { size?: number };

/**
 * Makes an icon from one of Lucide's drawings. The build uses it in place of the function of the same name in `lucide-react` (vite.config.ts),
 * whose options nobody here needs: they are 1 kB of every page. `npm run dev` uses the package's own, which draws the same.
 * Decoration only: what an icon means stands beside it.
 */
export default function createLucideIcon({ name, size: grid, node }: IconData) {
  // biome-ignore lint/correctness/noComponentHookFactories: it is made once, when the icon's module is loaded
  function Icon({ size = grid, children, ...rest }: IconProps) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox={`0 0 ${grid} ${grid}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...rest}
      >
        {node.map(([Shape, attributes], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing never changes
          <Shape key={index} {...attributes} />
        ))}
        {children}
      </svg>
    );
  }
  return Object.assign(Icon, { displayName: name });
}
