-- Each two and three characters in a row, in lower case.
CREATE FUNCTION "parts_of"("body" text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array(
	SELECT DISTINCT substr(lower("body"), "place", "size")
	FROM generate_series(1, length(lower("body"))) AS "place", generate_series(2, 3) AS "size"
	WHERE "place" + "size" <= length(lower("body")) + 1
);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_number_parts" ON "invoices" USING gin (parts_of("invoice_number"));
