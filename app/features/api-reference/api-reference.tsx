import type { ReactNode } from "react";
import { Brand, SkipLink } from "#app/features/layout/page.tsx";
import type { OpenApiDocument } from "#workers/api/openapi/document.ts";
import type { GuideSection } from "#workers/api/openapi/guide.ts";
import styles from "./api-reference.module.css";
import { OperationView, type PlacedOperation, Sample } from "./operation-view.tsx";
import { InlineCode, SchemaView } from "./schema-view.tsx";

type ApiReferenceProps = { document: OpenApiDocument; guide: readonly GuideSection[]; origin: string };

/** The API's documentation as a page: rules for all calls, then each call, then the schemas that answers use. */
export function ApiReference({ document, guide, origin }: ApiReferenceProps) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ tags }) => tags.includes(name)),
  }));
  const schemas = Object.entries(document.components.schemas);
  const contents = <Contents guide={guide} groups={groups} schemas={schemas.map(([name]) => name)} />;
  return (
    <>
      <SkipLink />
      <header className={`${styles.bar} row space-between gap-16`} data-scope="night">
        <Brand to="/" />
        <a className="inline-row tap-height gap-10" href="/api/openapi.json">
          OpenAPI document
        </a>
      </header>
      <div className={`${styles.page} stack center-block`}>
        <details className={`${styles.folded} bordered card-corners surface`}>
          <summary className="strong">Contents</summary>
          <nav aria-label="Contents">{contents}</nav>
        </details>
        <nav className={styles.beside} aria-label="Contents of this page">
          {contents}
        </nav>
        <main id="main" tabIndex={-1} className={`${styles.main} min-width-0`}>
          <h1>API reference</h1>
          <p className="margin-top-12 story-lead muted">
            Everything that Talespark can do, for programs of your own. Version {document.info.version}, at{" "}
            <code>{origin}/api</code>.
          </p>
          {guide.map(({ id, title, paragraphs, code }) => (
            <section key={id} id={id} className="column gap-12 margin-top-44">
              <h2>{title}</h2>
              {paragraphs.map((text) => (
                <p key={text}>
                  <InlineCode text={text} />
                </p>
              ))}
              {code && (
                <Sample
                  label={`Example: ${title}`}
                  text={code.replace("https://talespark.example", origin)}
                />
              )}
            </section>
          ))}
          {groups.map((group) => (
            <section key={group.name} id={toAnchor(group.name)} className="column gap-12 margin-top-44">
              <h2>{group.name}</h2>
              <p>{group.description}</p>
              {group.operations.map((operation) => (
                <OperationView
                  key={operation.operationId}
                  operation={operation}
                  origin={origin}
                  document={document}
                />
              ))}
            </section>
          ))}
          <section id="schemas" className="column gap-12 margin-top-44">
            <h2>What answers contain</h2>
            {schemas.map(([name, schema]) => (
              <section key={name} id={`schema-${name}`} className="padding-block-12">
                <h3 className="margin-bottom-8 title">{name}</h3>
                <SchemaView schema={schema} isAnswer />
              </section>
            ))}
          </section>
        </main>
      </div>
      <footer className={`${styles.bar} flex wrap gap-24 line-above`}>
        <a className="inline-row tap-height" href="/terms">
          Terms
        </a>
        <a className="inline-row tap-height" href="/privacy-policy">
          Privacy Policy
        </a>
        <a className="inline-row tap-height" href="/">
          Talespark
        </a>
      </footer>
    </>
  );
}

type ContentsProps = {
  guide: readonly GuideSection[];
  groups: readonly { name: string; operations: readonly PlacedOperation[] }[];
  schemas: readonly string[];
};

function Contents({ guide, groups, schemas }: ContentsProps) {
  return (
    <ul className={styles.contents}>
      {guide.map(({ id, title }) => (
        <Entry key={id} to={id}>
          {title}
        </Entry>
      ))}
      {groups.map(({ name, operations }) => (
        <Group key={name} to={toAnchor(name)} title={name}>
          {operations.map(({ operationId, summary, method }) => (
            <Entry key={operationId} to={operationId}>
              {summary} <span className="muted smaller">{method}</span>
            </Entry>
          ))}
        </Group>
      ))}
      <Group to="schemas" title="What answers contain">
        {schemas.map((name) => (
          <Entry key={name} to={`schema-${name}`}>
            {name}
          </Entry>
        ))}
      </Group>
    </ul>
  );
}

const ENTRY = "row space-between tap-height gap-10 small no-underline";

function Entry({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <a className={ENTRY} href={`#${to}`}>
        {children}
      </a>
    </li>
  );
}

function Group({ to, title, children }: { to: string; title: string; children: ReactNode }) {
  return (
    <li>
      <a className={`${styles.group} ${ENTRY}`} href={`#${to}`}>
        {title}
      </a>
      <ul>{children}</ul>
    </li>
  );
}

function toAnchor(tag: string): string {
  return `group-${tag.toLowerCase().replaceAll(" ", "-")}`;
}
