import * as v from "valibot";

/** What `npm run dev` tells the Vite server, in its environment: nobody else can read it there, unlike a command line. */
const devServerOptionsSchema = v.object({
  stateDir: v.string(),
  /** The settings of the Worker, secrets among them. */
  vars: v.record(v.string(), v.string()),
  /** Stands for wrangler.toml's path: beside it the plugin looks for a .dev.vars, whose values `vars` has already. */
  userConfigPath: v.string(),
});

export type DevServerOptions = v.InferOutput<typeof devServerOptionsSchema>;

/** The options, or null where Vite was not started by `npm run dev`. */
export function readDevServerOptions(): DevServerOptions | null {
  const given = process.env["DEV_SERVER_OPTIONS"];
  return given === undefined ? null : v.parse(devServerOptionsSchema, JSON.parse(given));
}
