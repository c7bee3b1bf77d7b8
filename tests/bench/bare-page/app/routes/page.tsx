import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { databaseContext } from "../database.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  return await context
    .get(databaseContext)
    .prepare("SELECT count(*) AS people FROM users")
    .first<{ people: number }>();
}

export default function Page() {
  return <p>{useLoaderData<typeof loader>()?.people} people have an account.</p>;
}
