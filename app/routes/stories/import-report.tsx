import { redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { ImportReportView, toHeadline, useImportUpdates } from "#app/features/imports/import-report.tsx";
import { Page } from "#app/features/layout/page.tsx";
import { AppError } from "#domain/errors.ts";
import { type ImportRecord, isOpenImport } from "#domain/imports.ts";
import type { Route } from "./+types/import-report";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { imports, billing } = context.get(servicesContext);
  try {
    return {
      record: await imports.get(params.importId),
      sellsPremium: billing.premiumPriceId !== null,
    };
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") throw redirect("/stories/bring-in");
    throw error;
  }
}

export const meta: Route.MetaFunction = () => [{ title: "Brought In · Talespark" }];

export default function BroughtIn({ loaderData: { record, sellsPremium } }: Route.ComponentProps) {
  useImportUpdates(isOpenImport(record));
  return (
    <Page>
      <h1 tabIndex={-1} dir="auto">
        {toHeadline(record)}
      </h1>
      <p className="margin-top-8 subtitle muted break-anywhere">
        From {toSource(record)}. Nothing in the file was changed, and nothing of yours was overwritten.
      </p>
      <ImportReportView record={record} sellsPremium={sellsPremium} />
    </Page>
  );
}

/** The files of a ZIP are counted too, but have its name. */
function toSource({ name, fileCount }: ImportRecord): string {
  const others = /\.zip$/iu.test(name) ? 0 : fileCount - 1;
  return others > 0 ? `${name} and ${others} more` : name;
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
