CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_counted" ON "invoices" USING btree ("created_at","amount_cents","credited_cents") WHERE "invoices"."status" in ('issued', 'pending', 'paid', 'overdue', 'failed');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_counted_paid" ON "invoices" USING btree ("organization_id","paid_cents") WHERE "invoices"."status" in ('issued', 'pending', 'paid', 'overdue', 'failed');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_outstanding" ON "invoices" USING btree ("organization_id","due_date","status","amount_cents","credited_cents","paid_cents") WHERE "invoices"."status" in ('issued', 'pending', 'overdue', 'failed');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_in_order" ON "payments" USING btree ("created_at","id","amount_cents") WHERE "payments"."kind" in ('payment', 'reversal', 'refund');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_first_response_at_created_at_index" ON "tickets" USING btree ("first_response_at","created_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invoices_unpaid";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_newest";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_first_response_at_index";
