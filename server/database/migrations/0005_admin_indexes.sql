CREATE INDEX "audit_log_actor_id_created_at_index" ON "audit_log" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_area" ON "audit_log" USING btree (split_part("action", '.', 1),"created_at");--> statement-breakpoint
CREATE INDEX "invoices_paid" ON "invoices" USING btree ("paid_at") WHERE "invoices"."paid_at" is not null;