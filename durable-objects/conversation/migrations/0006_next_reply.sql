ALTER TABLE `conversation` ADD `next_reply_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- An id of the same form as all others.
UPDATE `conversation` SET `next_reply_id` = (
	SELECT substr(`hex`, 1, 8) || '-' || substr(`hex`, 9, 4) || '-4' || substr(`hex`, 14, 3) || '-8' || substr(`hex`, 18, 3) || '-' || substr(`hex`, 21)
	FROM (SELECT lower(hex(randomblob(16))) AS `hex`)
);
--> statement-breakpoint
-- Earlier versions stored a turn before its Spark was reserved. One that a restart cut off there is refunded: now, and once more in a
-- minute, because its reservation may still be under way.
INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`)
	SELECT (SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'refund', `reply_id`, unixepoch() * 1000 FROM `turns` WHERE `state` = 'reserving';
--> statement-breakpoint
INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`)
	SELECT (SELECT max(`id`) + 1 FROM `outbox`), 'refund', `reply_id`, unixepoch() * 1000 + 60000 FROM `turns` WHERE `state` = 'reserving';
--> statement-breakpoint
DELETE FROM `turns` WHERE `state` = 'reserving';
--> statement-breakpoint
UPDATE `conversation` SET `active_request_id` = NULL WHERE `active_request_id` NOT IN (SELECT `request_id` FROM `turns`);
