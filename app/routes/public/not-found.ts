import { redirect } from "react-router";

/** Any address that is no page of ours. */
export function loader() {
  return redirect("/");
}
