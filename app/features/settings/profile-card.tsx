import { useState } from "react";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import type { UserRecord } from "#domain/account.ts";
import { formatCount } from "#domain/plan.ts";
import { EditProfileDialog } from "./edit-profile-dialog.tsx";
import styles from "./profile-card.module.css";

type ProfileCardProps = {
  user: Pick<UserRecord, "id" | "name" | "email" | "tier">;
  totalStories: number;
  totalCharacters: number;
};

/** The person's name, e-mail and plan, their totals, and the button to change the name. */
export function ProfileCard({ user, totalStories, totalCharacters }: ProfileCardProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <section className={`${styles.card} row wrap gap-24 bordered card-corners raised`} aria-label="Profile">
      <div className={`${styles.who} row min-width-0 grow-from-240 gap-24`}>
        <span className={`${styles.avatar} middle no-shrink round`} aria-hidden="true">
          {Array.from(user.name.trim())[0] ?? "?"}
        </span>
        <div className={`${styles.names} min-width-0`}>
          <h2 dir="auto">{user.name}</h2>
          {user.email && <p className="muted break-anywhere">{user.email}</p>}
          <p className="margin-top-8">
            <Badge>{user.tier === "premium" ? "Premium" : "Free"}</Badge>
          </p>
        </div>
      </div>
      <dl className={`${styles.counts} flex`}>
        <Count name="Total Stories" count={totalStories} />
        <Count name="Total Characters" count={totalCharacters} />
      </dl>
      <Button data-needs-script onClick={() => setEditing(true)}>
        Edit profile
      </Button>
      <EditProfileDialog open={isEditing} user={user} onClose={() => setEditing(false)} />
    </section>
  );
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatCount(count)}</dd>
    </div>
  );
}
