CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoice_status_changes_organization_id_created_at_index" ON "invoice_status_changes" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invoices_unsettled" ON "invoices" USING btree ("period_start") WHERE "invoices"."seats" is not null and "invoices"."seats_settled_at" is null;
