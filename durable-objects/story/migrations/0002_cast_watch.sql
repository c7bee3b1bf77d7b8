ALTER TABLE `story` ADD `cast_asked_at` integer;--> statement-breakpoint
ALTER TABLE `story` ADD `met_names` text;