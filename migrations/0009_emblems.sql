ALTER TABLE `characters` ADD `emblem` text;--> statement-breakpoint
ALTER TABLE `characters` ADD `art_style` text;