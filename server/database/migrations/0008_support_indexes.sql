CREATE INDEX "tickets_priority_created_at_index" ON "tickets" USING btree ("priority","created_at");--> statement-breakpoint
CREATE INDEX "tickets_first_response_at_index" ON "tickets" USING btree ("first_response_at");--> statement-breakpoint
CREATE INDEX "tickets_resolved_at_index" ON "tickets" USING btree ("resolved_at");--> statement-breakpoint
CREATE INDEX "tickets_rated_at_index" ON "tickets" USING btree ("rated_at");--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("role") WHERE "users"."role" in ('admin', 'agent');