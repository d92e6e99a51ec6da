CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_created_at_assignee_id_category_id_index" ON "tickets" USING btree ("created_at","assignee_id","category_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_answered" ON "tickets" USING btree ("first_response_at","created_at","assignee_id","category_id","priority","first_response_hours","first_due_at") WHERE "tickets"."first_response_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_resolved" ON "tickets" USING btree ("resolved_at","created_at","assignee_id","category_id","priority","resolution_hours","resolution_due_at","waiting_since","waited_seconds","waited_open_seconds") WHERE "tickets"."resolved_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_rated" ON "tickets" USING btree ("rated_at","assignee_id","category_id","rating") WHERE "tickets"."rated_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_unsettled_facts" ON "tickets" USING btree ("created_at","id","organization_id","status","priority","assignee_id","category_id","snoozed_until","first_response_at","first_response_hours","first_due_at","resolution_hours","resolution_due_at","waiting_since","waited_seconds","waited_open_seconds") WHERE "tickets"."status" in ('open', 'in_progress', 'waiting_customer');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_created_at_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_first_response_at_created_at_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_resolved_at_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_rated_at_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_unsettled";
