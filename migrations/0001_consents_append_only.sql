-- Consents are evidence: a row is written once. Only the deletion of an account changes one, and only who it is about.
CREATE TRIGGER `consents_stay` BEFORE DELETE ON `consents`
BEGIN
  SELECT RAISE(ABORT, 'consents are append-only');
END;--> statement-breakpoint
-- REPLACE deletes the row before without asking the trigger above.
CREATE TRIGGER `consents_are_written_once` BEFORE INSERT ON `consents`
WHEN EXISTS (SELECT 1 FROM `consents` WHERE `id` = NEW.`id`)
BEGIN
  SELECT RAISE(ABORT, 'consents are append-only');
END;--> statement-breakpoint
-- Allowed is the pseudonym of a deleted account in place of the person, without an address: workers/account-deletion/.
CREATE TRIGGER `consents_change_no_more` BEFORE UPDATE ON `consents`
WHEN NOT (
  NEW.`user_id` GLOB 'deleted-*'
  AND NEW.`ip` IS NULL
  AND NEW.`id` = OLD.`id`
  AND NEW.`kind` = OLD.`kind`
  AND NEW.`decision` = OLD.`decision`
  AND NEW.`version` = OLD.`version`
  AND NEW.`source` = OLD.`source`
  AND NEW.`timestamp` = OLD.`timestamp`
)
BEGIN
  SELECT RAISE(ABORT, 'consents are append-only');
END;
