ALTER INDEX "payments_reversed_once" RENAME TO "payments_reversed_once_before";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "check_ins_organization_id_license_id_index" ON "check_ins" USING btree ("organization_id","license_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "device_moves_license_id_organization_id_moved_at_index" ON "device_moves" USING btree ("license_id","organization_id","moved_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "credit_notes_invoice_id_organization_id_index" ON "credit_notes" USING btree ("invoice_id","organization_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_invoice_id_organization_id_index" ON "payments" USING btree ("invoice_id","organization_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seat_charges_invoice_id_organization_id_index" ON "seat_charges" USING btree ("invoice_id","organization_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seat_charges_voided_invoice_id_organization_id_index" ON "seat_charges" USING btree ("voided_invoice_id","organization_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "seat_charges_subscription_id_organization_id_index" ON "seat_charges" USING btree ("subscription_id","organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "payments_reversed_once" ON "payments" USING btree ("reverses","organization_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "device_moves_license_id_moved_at_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "credit_notes_invoice_id_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_invoice_id_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "seat_charges_invoice_id_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "seat_charges_voided_invoice_id_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_reversed_once_before";
