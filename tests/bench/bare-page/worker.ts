import { createRequestHandler, RouterContextProvider } from "react-router";
import { databaseContext } from "./app/database.ts";

type BareEnv = { DB: D1Database };

const render = createRequestHandler(() => import("virtual:react-router/server-build"));

export default {
  fetch(request, { DB }) {
    const context = new RouterContextProvider();
    context.set(databaseContext, DB);
    return render(request, context);
  },
} satisfies ExportedHandler<BareEnv>;
