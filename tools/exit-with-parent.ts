import { onParentGone } from "./shutdown.ts";

// Preloaded (`node --import`) into third-party programs, so that they end with the command that started them.
// process.exit runs their own exit hooks; Miniflare's kills its workerd.
onParentGone(() => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
