CREATE INDEX CONCURRENTLY IF NOT EXISTS "licenses_in_use" ON "licenses" USING btree ("organization_id","status") WHERE "licenses"."status" in ('assigned', 'active');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_unsettled_of_organization" ON "tickets" USING btree ("organization_id","status") WHERE "tickets"."status" in ('open', 'in_progress', 'waiting_customer');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "licenses_active";
