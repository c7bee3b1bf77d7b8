import { onParentGone } from "./shutdown.ts";

// Preloaded (`node --import`) into third-party programs, so that they end with the command that started them.
// process.exit runs their own exit hooks; Miniflare's kills its workerd. The code is that of a failure, because a build that was stopped is not
// complete.
onParentGone(() => process.exit(1));
process.once("SIGTERM", () => process.exit(1));
