-- The sort key of titles with numbers, as foldTitle makes it since: before each number stands a character of its length.
UPDATE stories SET folded_title = (
  WITH RECURSIVE walk (at, done, digits) AS (
    SELECT 1, '', ''
    UNION ALL
    SELECT at + 1,
      CASE WHEN substr(folded_title, at, 1) BETWEEN '0' AND '9' THEN done
        WHEN digits = '' THEN done || substr(folded_title, at, 1)
        ELSE done || char(min(length(digits), 8)) || digits || substr(folded_title, at, 1) END,
      CASE WHEN substr(folded_title, at, 1) BETWEEN '0' AND '9' THEN digits || substr(folded_title, at, 1) ELSE '' END
    FROM walk WHERE at <= length(folded_title)
  )
  SELECT CASE WHEN digits = '' THEN done ELSE done || char(min(length(digits), 8)) || digits END
  FROM walk ORDER BY at DESC LIMIT 1
) || char(10) || folded_title
WHERE folded_title GLOB '*[0-9]*';
