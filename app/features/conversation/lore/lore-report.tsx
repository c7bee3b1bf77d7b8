import type { ImportReport } from "#domain/lore.ts";
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
