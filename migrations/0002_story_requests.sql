ALTER TABLE `stories` ADD `request_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `stories_request` ON `stories` (`user_id`,`request_id`) WHERE request_id IS NOT NULL;