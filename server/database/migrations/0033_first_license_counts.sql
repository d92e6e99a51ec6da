-- One snapshot: what changed since the triggers exist is among the licenses, and subtracted.
INSERT INTO "license_counts"
SELECT "organization_id", "status", sum("change") FROM (
	SELECT "organization_id", "status", count(*) AS "change" FROM "licenses" GROUP BY 1, 2
	UNION ALL SELECT "organization_id", "status", -"licenses" FROM "license_counts"
) AS "changes"
GROUP BY 1, 2 HAVING sum("change") <> 0;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "licenses_in_use";
