CREATE INDEX CONCURRENTLY IF NOT EXISTS "ticket_messages_in_order" ON "ticket_messages" USING btree ("organization_id","ticket_id","created_at","id","user_id","is_internal");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_unsettled" ON "tickets" USING btree ("created_at","id","organization_id","status","priority","assignee_id","snoozed_until","first_response_at","first_response_hours","first_due_at","resolution_hours","resolution_due_at","waiting_since","waited_seconds","waited_open_seconds") WHERE "tickets"."status" in ('open', 'in_progress', 'waiting_customer');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "ticket_messages_organization_id_ticket_id_created_at_id_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_unfinished";
