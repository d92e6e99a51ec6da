ALTER TABLE "emails" ADD COLUMN "thread" uuid;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD COLUMN "email_hash" "bytea";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "ticket_messages_email" ON "ticket_messages" USING btree ("email_hash") WHERE "ticket_messages"."email_hash" is not null;