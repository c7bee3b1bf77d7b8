import { useEffect } from "react";
import { redirect, useRevalidator } from "react-router";
import { servicesContext } from "#app/context.ts";
import { ImportReportView, isOpenImport, toHeadline } from "#app/features/imports/import-report.tsx";
import { Page } from "#app/features/layout/page.tsx";
import { AppError } from "#domain/errors.ts";
import type { Route } from "./+types/import-report";

/** How often a page asks how far an import is. */
const ASK_MS = 1_000;

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    return { record: await context.get(servicesContext).imports.get(params.importId) };
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") throw redirect("/stories/bring-in");
    throw error;
  }
}

export const meta: Route.MetaFunction = () => [{ title: "Brought In · Talespark" }];

export default function BroughtIn({ loaderData: { record } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const isOpen = isOpenImport(record);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void revalidate(), ASK_MS);
    return () => clearInterval(timer);
  }, [isOpen, revalidate]);
  return (
    <Page>
      <h1 tabIndex={-1} dir="auto">
        {toHeadline(record)}
      </h1>
      <p className="margin-top-8 subtitle muted break-anywhere">
        From {record.name}
        {record.fileCount > 1 && ` and ${record.fileCount - 1} more`}. Nothing in the file was changed, and
        nothing of yours was overwritten.
      </p>
      <ImportReportView record={record} />
    </Page>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
