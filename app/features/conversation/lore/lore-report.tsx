import * as v from "valibot";
import { Dialog } from "#app/ui/dialog.tsx";
import { useLast } from "#app/ui/lazy-dialog.tsx";
import { type ImportReport, importReportSchema } from "#domain/lore.ts";
import styles from "./lore.module.css";
import { describeImport } from "./lore-wording.ts";

/** What became of each imported file. */
export function Reports({ reports }: { reports: readonly ImportReport[] }) {
  return (
    <section
      className={`${styles.reports} bordered rounded raised`}
      role="status"
      aria-label="What was imported"
    >
      <ul>
        {reports.map((report, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list never changes
          <li key={index}>
            <bdi className="strong break-anywhere">{report.file}</bdi>
            <p data-failed={report.error !== null || undefined} dir="auto">
              {describeImport(report)}
            </p>
            <Lines title="Different here" lines={report.changed} />
            <Lines title="Not understood" lines={report.notUnderstood} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <p className="note">{title}:</p>
      <ul className="note bulleted">
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}

type LoreReportProps = { open: boolean; onClose: () => void; reports: readonly unknown[] };

/** The reports of books that came with something else, as the server has sent them. */
export function LoreReport({ open, onClose, reports }: LoreReportProps) {
  const shown = useLast(open ? reports : null);
  return (
    <Dialog open={open} onClose={onClose} look="form" title="Lore that came along">
      {shown !== null && <Reports reports={v.parse(v.array(importReportSchema), shown)} />}
    </Dialog>
  );
}
