import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { createLogger, defineConfig, type Logger } from "vite";
import { readDevServerOptions } from "./tools/dev-server-options.ts";

const dev = readDevServerOptions();

/**
 * Modules that the client's build joins, with all that they import, into one file each; all others it splits by route. A
 * compressed file of its own costs 100 to 200 bytes, and a page had up to 65 of them (`npm run weight`). A group may only have
 * what each page that loads one of its modules needs, or nearly so. An earlier group takes a module from later ones.
 * `framework` stays in a browser's cache after a deployment.
 */
const CLIENT_FILES = [
  { name: "framework", test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  // Every page.
  {
    name: "start",
    test: /\/app\/(?:root|entry|ui\/(?:field|lazy-dialog)|features\/layout\/(?:pages|navigation-links))|\/domain\/(?:text|genres|plan|legal|premise-limits)|createLucideIcon/,
  },
  // The pages for visitors.
  { name: "site", test: /\/app\/(?:routes\/public\/(?:layout|visitors-only)|features\/site\/section)/ },
  // The pages for signed-in people, and the demo.
  {
    name: "common",
    test: /\/app\/(?:features\/(?:api\/call-api|auth\/logout-form)|ui\/(?:popup|typing-dots|input-method)\.)|\/domain\/(?:errors|input|ids|json|choose-emblem|dates)\.|\/icons\/(?:x|chevron-left|chevron-right)\./,
  },
  {
    name: "signed-in",
    test: /\/app\/(?:routes\/signed-in\/guard|ui\/(?:menu|empty-state|spinner\.module)|features\/billing\/limits)\.|\/icons\/(?:download|pencil|trash|trash-2)\./,
  },
  // The shelves and the reading screens.
  {
    name: "records",
    test: /\/domain\/(?:story-record|message)\.|\/ui\/use-nearly-in-view|\/(?:storage\/kept-values|search\/find-parameters)\./,
  },
  // The reading screens and the demo.
  {
    name: "conversation",
    test: /\/list\/(?:reveal|text-position)\.|\/live\/conversation-selectors\.|\/domain\/passage-markup\./,
  },
  { name: "speech", test: /\/listen\/(?:speech|voices)\./ },
];

export default defineConfig({
  customLogger: withoutComposesWarning(createLogger()),
  plugins: [
    cloudflare({
      viteEnvironment: { name: "ssr" },
      remoteBindings: false, // an AI binding would ask for a Cloudflare account
      inspectorPort: false,
      ...(dev === null
        ? {}
        : {
            persistState: { path: dev.stateDir },
            config: {
              vars: dev.vars,
              userConfigPath: dev.userConfigPath,
              // The plugin adds these to the databases of wrangler.toml.
              d1_databases: dev.moreDatabases.map(({ binding, id }) => ({
                binding,
                database_name: binding,
                database_id: id,
              })),
            },
          }),
    }),
    reactRouter(),
    {
      name: "service-worker",
      apply: "build",
      applyToEnvironment: ({ name }) => name === "client",
      buildStart() {
        this.emitFile({ type: "chunk", id: "/app/service-worker.ts", fileName: "service-worker.js" });
      },
    },
  ],
  css: { modules: { generateScopedName: "[local]_[hash:base64:5]" } },
  // One style sheet of 19 kB for all pages: a part for each module made 14 requests that the first paint waited for.
  build: {
    cssCodeSplit: false,
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } }, // what one route loads late, another may need at once
  },
  environments: {
    // Uploaded with a deployment, for the stack traces in its log. Not of the client: everybody could load them.
    ssr: { build: { sourcemap: true } },
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: CLIENT_FILES } } },
      },
    },
  },
  // All pages' packages are prepared at the start of `npm run dev`; found one by one they would reload the page each time.
  optimizeDeps: { entries: ["app/**/*.{ts,tsx}"] },
});

/**
 * `postcss-modules` brings in what a rule `composes` from another file without that file's name, and Vite warns of it: the
 * name is needed to find what a `url()` means. Composed files have none, which tests/tools/css-modules.test.ts holds.
 */
function withoutComposesWarning(logger: Logger): Logger {
  const { warnOnce } = logger;
  logger.warnOnce = (message, options) => {
    if (!message.includes("did not pass the `from` option to `postcss.parse`")) warnOnce(message, options);
  };
  return logger;
}
