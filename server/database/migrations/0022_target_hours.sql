ALTER TABLE "tickets" ADD COLUMN "first_response_hours" integer;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "resolution_hours" integer;--> statement-breakpoint
-- What is answered or solved already keeps the target of the priority that it has now. Tickets that nobody touched for two months
-- are left out, so that few rows are locked: no report reads them, and without hours of their own they are judged as before.
UPDATE "tickets" SET
	"first_response_hours" = CASE WHEN "first_response_at" IS NOT NULL THEN "ticket_targets"."first_response_hours" END,
	"resolution_hours" = CASE WHEN "resolved_at" IS NOT NULL THEN "ticket_targets"."resolution_hours" END
FROM "ticket_targets"
WHERE "ticket_targets"."priority" = "tickets"."priority"
	AND ("first_response_at" IS NOT NULL OR "resolved_at" IS NOT NULL)
	AND ("status" IN ('open', 'in_progress', 'waiting_customer') OR "updated_at" > now() - interval '2 months');
