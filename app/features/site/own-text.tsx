/**
 * Puts a text of ours into the page that is HTML in a file of its own. Nothing else puts HTML into a page. Never give it what a person or a
 * model has written; escape what is filled in.
 */
export function OwnText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <div className="no-box" dangerouslySetInnerHTML={{ __html: html }} />;
}
