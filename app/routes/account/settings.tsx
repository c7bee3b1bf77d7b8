import { Download } from "lucide-react";
import { requireUser, servicesContext } from "#app/context.ts";
import { LogoutForm } from "#app/features/auth/logout-form.tsx";
import { Page } from "#app/features/layout/page.tsx";
import { DeleteAccount } from "#app/features/settings/account-deletion.tsx";
import { AdultContent } from "#app/features/settings/adult-content.tsx";
import { BillingSection } from "#app/features/settings/billing-panel.tsx";
import { Notifications } from "#app/features/settings/notifications.tsx";
import { ProfileCard } from "#app/features/settings/profile-card.tsx";
import { ReadingComfort } from "#app/features/settings/reading-comfort.tsx";
import { toDataPath } from "#app/features/settings/save-settings.ts";
import { SettingRow, SettingsSection } from "#app/features/settings/settings-section.tsx";
import { ThemeChoice } from "#app/features/settings/theme-choice.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import type { Route } from "./+types/settings";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { stories, characters, billing, accountDeletion } = context.get(servicesContext);
  const isBackFromPortal = url.searchParams.get("from") === "portal";
  // Before the user is read: what was done in the portal may have changed their tier.
  if (isBackFromPortal) await billing.subscriptionNow();
  const [user, totalStories, totalCharacters, sparks, storage, subscription] = await Promise.all([
    requireUser(context),
    stories.count(),
    characters.count(),
    billing.sparks(),
    billing.storage(),
    billing.subscription(),
  ]);
  return {
    user,
    totals: { totalStories, totalCharacters },
    bill: { sparks, storage, subscription, isBackFromPortal },
    isSignInRecent: accountDeletion.isSignInRecent(),
  };
}

export const meta: Route.MetaFunction = () => [{ title: "Settings · Talespark" }];

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { user, totals, bill, isSignInRecent } = loaderData;
  return (
    <Page>
      <h1 className="margin-bottom-28">Settings</h1>
      <ProfileCard user={user} {...totals} />
      <div className="margin-top-44" data-needs-script="">
        <SettingsSection title="Theme" lead="Changes at once and stays with your account.">
          <ThemeChoice userId={user.id} theme={user.settings.theme} />
        </SettingsSection>
        <SettingsSection title="Reading" lead="For this device. The look of the text is under Aa in a story.">
          <ReadingComfort />
        </SettingsSection>
        <SettingsSection title="Notifications">
          <Notifications userId={user.id} usageWarnings={user.settings.usageWarnings} />
        </SettingsSection>
        <SettingsSection title="Adult content">
          <AdultContent user={user} />
        </SettingsSection>
      </div>
      <noscript>
        <p className="margin-top-44">
          Your settings are changed with JavaScript. Please switch it on for this page.
        </p>
      </noscript>
      <div>
        <SettingsSection id="subscription" title="Subscription and Billing">
          <BillingSection userId={user.id} tier={user.tier} {...bill} />
        </SettingsSection>
        <SettingsSection title="Your data">
          <SettingRow
            title="A copy of everything"
            text="Your stories, characters, chats and settings in one file."
          >
            <a href={toDataPath(user.id)} download className={buttonClass({})}>
              <Download size={18} aria-hidden="true" />
              Download my data
            </a>
          </SettingRow>
          <SettingRow
            title="Log out everywhere"
            text="Ends your session here and in every other browser, at once."
          >
            <LogoutForm>
              <input type="hidden" name="everywhere" value="on" />
              <Button type="submit">Log out everywhere</Button>
            </LogoutForm>
          </SettingRow>
          <SettingRow
            title="Leave for good"
            text="You are signed out at once, and everything is gone within 24 hours. Payment and consent records stay as long as the law asks, without name or e-mail."
          >
            <DeleteAccount email={user.email} isSignInRecent={isSignInRecent} />
          </SettingRow>
        </SettingsSection>
      </div>
    </Page>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
