CREATE TABLE "license_counts" (
	"organization_id" uuid NOT NULL,
	"status" "license_status" NOT NULL,
	"licenses" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "license_counts_organization_id_status_index" ON "license_counts" USING btree ("organization_id","status");--> statement-breakpoint
CREATE FUNCTION "count_licenses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "license_counts" SELECT "organization_id", "status", count(*) FROM "added" GROUP BY 1, 2;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO "license_counts" SELECT "organization_id", "status", -count(*) FROM "removed" GROUP BY 1, 2;
	ELSE
		INSERT INTO "license_counts"
		SELECT "organization_id", "status", sum("change") FROM (
			SELECT "organization_id", "status", 1 AS "change" FROM "added"
			UNION ALL SELECT "organization_id", "status", -1 FROM "removed"
		) AS "changes"
		GROUP BY 1, 2 HAVING sum("change") <> 0;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "licenses_counted_on_insert" AFTER INSERT ON "licenses"
REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION count_licenses();--> statement-breakpoint
CREATE TRIGGER "licenses_counted_on_update" AFTER UPDATE ON "licenses"
REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION count_licenses();--> statement-breakpoint
CREATE TRIGGER "licenses_counted_on_delete" AFTER DELETE ON "licenses"
REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION count_licenses();
