import styles from "./deletion.module.css";

export const DELETION_LEAD = "You are signed out everywhere at once. This can't be undone.";

/** What is deleted with an account, and what is kept. */
export function DeletionFacts() {
  return (
    <dl className={styles.facts}>
      <dt>What goes</dt>
      <dd>
        All your stories, chats, characters and pictures, also archived and recently deleted ones, your
        profile and your feedback: within 24 hours. A Premium subscription ends at once.
      </dd>
      <dt>What stays</dt>
      <dd>
        The record of what you agreed to and of the Sparks you used, without your name and e-mail address, and
        invoices at our payment provider: the law asks for them.
      </dd>
    </dl>
  );
}
