-- Notes for the owner's search index what has changed, in the transaction of the change (conversation/search-feed.ts).
CREATE TRIGGER `search_memory_new` AFTER INSERT ON `memories`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-beside', NULL, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_memory_changed` AFTER UPDATE ON `memories`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-beside', NULL, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_memory_mark_new` AFTER INSERT ON `memory_marks`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-beside', NULL, 1);
END;--> statement-breakpoint
CREATE TRIGGER `search_memory_mark_changed` AFTER UPDATE ON `memory_marks`
BEGIN
  INSERT INTO `outbox` (`id`, `topic`, `reply_id`, `due_at`) VALUES ((SELECT max(coalesce(max(`id`), 0), 1) + 1 FROM `outbox`), 'search-beside', NULL, 1);
END;
