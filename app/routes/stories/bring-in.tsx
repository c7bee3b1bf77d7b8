import { Link } from "react-router";
import { servicesContext } from "#app/context.ts";
import { ImportForm, toImportPath } from "#app/features/imports/import-form.tsx";
import { toHeadline } from "#app/features/imports/import-report.tsx";
import styles from "#app/features/imports/imports.module.css";
import { Page } from "#app/features/layout/page.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import type { Route } from "./+types/bring-in";

export async function loader({ context }: Route.LoaderArgs) {
  return { imports: await context.get(servicesContext).imports.list() };
}

export const meta: Route.MetaFunction = () => [{ title: "Bring In · Talespark" }];

export default function BringIn({ loaderData: { imports } }: Route.ComponentProps) {
  return (
    <Page>
      <h1 tabIndex={-1}>Bring in what you wrote elsewhere</h1>
      <p className="margin-top-8 subtitle muted break-anywhere">
        Nothing in your files is changed, and nothing of yours is overwritten.
      </p>
      <ImportForm />
      <noscript>
        <p className="margin-top-44">
          Files are brought in with JavaScript. Please switch it on for this page.
        </p>
      </noscript>
      {imports.length > 0 && (
        <section className="margin-bottom-44">
          <header className="spread gap-20 padding-bottom-12 line-below">
            <h2>Brought in before</h2>
          </header>
          {imports.map((record) => (
            <div key={record.importId} className={styles.row}>
              <Link
                to={toImportPath(record.importId)}
                dir="auto"
                aria-label={`${toHeadline(record)}: ${record.name}`}
              >
                {toHeadline(record)}
              </Link>
              <span dir="auto">{record.name}</span>
              <LocalDay at={record.createdAt} />
            </div>
          ))}
        </section>
      )}
    </Page>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
