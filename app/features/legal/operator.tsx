/** Who runs the site: a name, a postal address in one line, an e-mail address. */
export type Operator = { name: string; address: string; email: string };

/** The way to reach the people who run this site. */
export function SupportAddress({ email }: { email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>;
}
