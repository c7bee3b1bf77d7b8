ALTER TABLE `account_fences` ADD `run` text;--> statement-breakpoint
ALTER TABLE `account_moves` ADD `run` text;