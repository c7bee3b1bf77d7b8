/**
 * A text of ours that is kept as HTML in a file of its own. Never one that a person or a model has written: the only place where HTML is put
 * into a page. Names that are filled in have to be escaped.
 */
export function OwnText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <div className="no-box" dangerouslySetInnerHTML={{ __html: html }} />;
}
