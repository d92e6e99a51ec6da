ALTER TABLE "canned_replies" ADD COLUMN "status" "ticket_status";--> statement-breakpoint
ALTER TABLE "canned_replies" ADD COLUMN "priority" "ticket_priority";